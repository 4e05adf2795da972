import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine, USAGE, type HostRun } from './config.ts';
import { startHostDevice } from './host-device.ts';
import { readPaired } from './paired.ts';
import { testSound } from './self-test.ts';
import { startSound } from './sound.ts';
import { systemClock } from '../hardware/clock.ts';
import { isMpdInstalled } from '../mpd/mpd-process.ts';

const EXIT = { ok: 0, failed: 1, usageError: 2, interrupted: 130 } as const;
/** For the test of the sound before it is added. */
const UNPAIRED = '0000-0000-0000-0000';
const NO_MPD = 'MPD is not installed: sudo apt install mpd, or use --players simulated';

const log = (line: string): void => console.error(line);

/** Runs the reference device by a command line until it is ended by a signal; see USAGE. */
export async function runDeviceProgram(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const commandLine = parseCommandLine(argv, env);
  if (commandLine.kind === 'help') console.log(USAGE);
  else if (commandLine.kind === 'invalid') end(commandLine.reason);
  else if (commandLine.run.players === 'mpd' && !isMpdInstalled()) end(NO_MPD);
  else if (commandLine.run.selfTest) await runSelfTest(commandLine.run);
  else await runDevice(commandLine.run);
}

function end(reason: string): void {
  console.error(reason);
  process.exitCode = EXIT.usageError;
}

async function runDevice(run: HostRun): Promise<void> {
  const device = await startHostDevice(run, log);
  let stopping = false;
  function stop(): void {
    if (stopping) process.exit(EXIT.interrupted);
    stopping = true;
    void device.stop().then(() => process.exit(EXIT.ok));
  }
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function runSelfTest(run: HostRun): Promise<void> {
  const fileOf = (name: string): string => join(run.folder, 'tones', name);
  mkdirSync(run.folder, { recursive: true, mode: 0o700 });
  const output = await startSound({ run, clock: systemClock, pathOf: fileOf, log });
  const checks = await testSound({
    serial: run.serial ?? readPaired(run.folder)?.serial ?? UNPAIRED,
    clock: systemClock,
    output,
    fileOf,
    microphone: run.microphone,
  });
  for (const { name, ok, tested = true, detail } of checks) {
    const outcome = ok ? 'ok  ' : 'FAIL';
    console.log(`${tested ? outcome : '-   '} ${name}: ${detail}`);
  }
  await output.close();
  process.exitCode = checks.every(({ ok }) => ok) ? EXIT.ok : EXIT.failed;
}
