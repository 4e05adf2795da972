import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './processes/child.ts';
import type { ProcessSpec } from './processes/managed-process.ts';
import { ROOT } from './paths.ts';

const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
/** Inside the build, so that deleting the build deletes the stamp. */
const STAMP = join(DIST, '.built-from');
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const SOURCES = ['web/**/*', 'schemas/src/**/*', 'package-lock.json'];
const NOT_SOURCES = ['web/dist', 'web/node_modules', '**/*.test.{ts,tsx}'];

/**
 * Builds the console when there is no build or its sources have changed. They are compared by content, since a checkout
 * changes modification times.
 * @param build runs the build; called only when one is needed.
 */
export async function ensureWebBuilt(build: (command: Command) => Promise<void>): Promise<void> {
  const sourcesHash = fingerprint();
  if (existsSync(join(DIST, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash) return;
  await build({ argv: [process.execPath, VITE, 'build'], cwd: WEB, env: { ...process.env, NODE_ENV: 'production' } });
  writeFileSync(STAMP, sourcesHash);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const entries = globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
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
