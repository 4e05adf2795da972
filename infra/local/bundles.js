import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/belfry');
const SOURCES = [
  '{schemas,broker,api,device-firmware-sim,infra/speech-engine,infra/speech-neural}/src/**/*.ts',
  'infra/{bundle,local,device}/**/*.{ts,js}',
  'package-lock.json',
];
const NOT_SOURCES = ['**/*.test.ts', '**/testing/**'];
/** Older ones are deleted, unless they were started last: programs load the rest of their code when they need it. */
const KEPT = 5;
const BUILD_MS = 300_000;

/**
 * @param {string} cache where the bundles of the last sources are
 * @returns the folder with the servers' bundles of these sources, made where it is missing; null where it cannot be made
 */
export function openBundles(cache = CACHE) {
  const folder = join(cache, fingerprint());
  try {
    if (!existsSync(folder)) build(folder);
    utimesSync(folder, new Date(), new Date());
    prune(cache);
    return folder;
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    process.stdout.write(`the servers run from their sources, because they could not be bundled: ${reason}\n`);
    return null;
  }
}

function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 32);
}

/** @param {string} folder which appears as a whole, or not at all: others may start at the same time */
function build(folder) {
  process.stdout.write('bundling the servers\n');
  mkdirSync(dirname(folder), { recursive: true });
  const draft = `${folder}.${process.pid}`;
  const { status, error, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'infra/bundle/main.ts'), draft, 'infra/local/start.ts'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: BUILD_MS,
    },
  );
  try {
    if (error) throw error;
    if (status !== 0) throw new Error(/^\w*Error.*$/m.exec(stderr)?.[0] ?? stderr);
    renameSync(draft, folder);
  } catch (failure) {
    // Another start was quicker.
    if (!existsSync(folder)) throw failure;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @param {string} cache */
function prune(cache) {
  const folders = readdirSync(cache)
    .map((name) => ({ path: join(cache, name), at: statSync(join(cache, name)).mtimeMs }))
    .toSorted((one, other) => other.at - one.at);
  for (const { path } of folders.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}
