import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SourceFile } from './pack-archive.ts';

/** The folder of the project, or of the product where it is installed. */
const ROOT = resolve(import.meta.dirname, '../../..');

/** What a device runs: this workspace and the contract, without tests. */
const PATTERNS = ['{device-firmware-sim,schemas}/{src/**/*.ts,package.json}', 'device-firmware-sim/client/*'];
const EXCLUDED = /\.test\.ts$|\/testing\//;

/** The program that a device starts. */
export const MAIN = 'device-firmware-sim/src/fleet.ts';

/** The installed source of the client, in a fixed order. */
export const readSourceFiles = (): SourceFile[] =>
  globSync(PATTERNS, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !EXCLUDED.test(path))
    .sort()
    .map((path) => ({ path, content: readFileSync(join(ROOT, path)) }));
