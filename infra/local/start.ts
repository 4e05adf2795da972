import './preflight.js';
import { join } from 'node:path';
import { readConfig, type LauncherConfig } from './config.ts';
import { launch } from './launch.ts';
import { lockDataDir } from './lock.ts';
import { createSupervisor } from './supervisor.ts';
import { say } from './terminal.ts';

/** Everything on one machine: `npm start`, and with `--dev` the servers restart and the console reloads on change. */
async function main(): Promise<void> {
  const { config, unlock } = enter();
  const supervisor = createSupervisor(join(config.DATA_DIR, 'logs'));
  let leaving = false;

  async function leave(code: number): Promise<void> {
    if (leaving) return;
    leaving = true;
    await supervisor.stop();
    unlock();
    process.exit(code);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!leaving) say('stopping');
      void leave(0);
    });
  }

  try {
    await launch(config, supervisor, { dev: process.argv.includes('--dev') });
  } catch (error) {
    if (!leaving) process.stderr.write(`${(error as Error).message}\n`);
    await leave(1);
  }
}

/** The settings and the data folder, or the end with one line that says what is wrong. */
function enter(): { config: LauncherConfig; unlock: () => void } {
  try {
    const config = readConfig(process.env);
    return { config, unlock: lockDataDir(config.DATA_DIR) };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

await main();
