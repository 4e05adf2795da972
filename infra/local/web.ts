import { join } from 'node:path';
import type { Command } from './processes/child.ts';
import type { ProcessSpec } from './processes/managed-process.ts';
import { ROOT } from './paths.ts';
import { whenStale, type Build } from './when-stale.ts';

const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const BUILD: Build = {
  // Inside the build, so that deleting the build deletes the stamp.
  stamp: join(DIST, '.built-from'),
  sources: ['web/**/*', 'schemas/src/**/*', 'device-firmware-sim/src/**/*', 'package-lock.json'],
  exclude: ['web/dist', 'web/node_modules', '**/*.test.{ts,tsx}'],
};

/**
 * Builds the console when there is no build or its sources have changed.
 * @param build runs the build; called only when one is needed.
 */
export async function ensureWebBuilt(build: (command: Command) => Promise<void>): Promise<void> {
  await whenStale(BUILD, join(DIST, 'index.html'), () =>
    build({ argv: [process.execPath, VITE, 'build'], cwd: WEB, env: { ...process.env, NODE_ENV: 'production' } }),
  );
}

export function webDevProcess(port: number, apiUrl: string): ProcessSpec {
  return {
    name: 'web',
    argv: [process.execPath, VITE, '--port', String(port), '--strictPort'],
    cwd: WEB,
    env: { ...process.env, API_PROXY: apiUrl },
    probe: async (signal) => {
      await fetch(`http://localhost:${port}/`, { signal });
    },
    stopSignal: 'SIGTERM',
    graceMs: 1_000,
  };
}
