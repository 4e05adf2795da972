import './preflight.js';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { launch } from './launch.ts';
import { lockDataDir } from './lock.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { say } from './terminal.ts';
import { startWatchdog } from './watchdog.ts';

/** Everything on one machine: `npm start`, and with `--dev` the servers restart and the console reloads on change. */
async function main(): Promise<void> {
  const watchdog = startWatchdog();
  let supervisor: Supervisor | undefined;
  let unlock: (() => void) | undefined;
  let leaving = false;

  async function leave(code: number): Promise<void> {
    if (leaving) return;
    leaving = true;
    await supervisor?.stop();
    watchdog.stop();
    unlock?.();
    process.exit(code);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!leaving) say('stopping');
      void leave(0);
    });
  }

  try {
    const config = readConfig(process.env);
    unlock = await lockDataDir(config.DATA_DIR, watchdog.pid);
    supervisor = createSupervisor(join(config.DATA_DIR, 'logs'), watchdog);
    await launch(config, supervisor, { dev: process.argv.includes('--dev') });
  } catch (error) {
    if (!leaving) process.stderr.write(`${(error as Error).message}\n`);
    await leave(1);
  }
}

await main();
