import { runFirmwareCommand } from './archive/command-line.ts';

/** `npm run firmware`. The api runs it too, so that archives are packed and read outside of its process. */
const { code, output } = await runFirmwareCommand(process.argv.slice(2));
(code === 2 ? process.stderr : process.stdout).write(`${output}\n`);
process.exitCode = code;
