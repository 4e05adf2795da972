import { join } from 'node:path';
import { readConfig } from './config.ts';
import { launch } from './processes/launch.ts';
import { lockDataDir } from './lock.ts';
import { createSupervisor, type Supervisor } from './processes/supervisor.ts';
import { printLine } from './terminal.ts';
import { startWatchdog } from './processes/watchdog.ts';

/** `npm start`: runs the whole product on one machine. With `--dev` servers restart and the console reloads on changes. */
async function main(): Promise<void> {
  const watchdog = startWatchdog();
  let supervisor: Supervisor | undefined;
  let unlock: (() => void) | undefined;
  let stopping = false;

  async function shutDown(code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    await supervisor?.stop();
    watchdog.stop();
    unlock?.();
    process.exit(code);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) printLine('stopping');
      void shutDown(0);
    });
  }

  try {
    const config = readConfig(process.env);
    unlock = await lockDataDir(config.DATA_DIR, watchdog.pid);
    supervisor = createSupervisor(join(config.DATA_DIR, 'logs'), watchdog);
    await launch(config, supervisor, { dev: process.argv.includes('--dev') });
  } catch (error) {
    if (!stopping) process.stderr.write(`${(error as Error).message}\n`);
    await shutDown(1);
  }
}

// Database, secrets and logs in DATA_DIR are for this user only, also those of the processes that are started.
process.umask(0o077);
await main();
