import { runInstalled } from './host/installed.ts';

process.exitCode = await runInstalled(process.argv.slice(2));
