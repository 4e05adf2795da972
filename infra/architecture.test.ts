import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const GENERATED = new Set(['node_modules', 'dist', 'build', 'data', 'coverage', 'public']);
const WORKSPACES = ['schemas', 'broker', 'api', 'web', 'device-firmware-sim', 'infra'];
const product = globSync(`{${WORKSPACES.join(',')}}/**/*.{ts,tsx}`, {
  cwd: ROOT,
  exclude: (name) => GENERATED.has(name.split('/').at(-1) ?? ''),
}).filter((path) => !/\.(?:test|d)\.tsx?$|\/testing\//.test(path));
const thatMatch = (pattern: RegExp): string[] => product.filter((path) => pattern.test(read(path))).sort();

describe('statements of ARCHITECTURE.md', () => {
  it('holds that topics are built in schemas only', () => {
    const building = thatMatch(/[`'"](?:devices|users|fleet)\/(?:\$\{|\+|#)|'fleet\//);
    expect(building.filter((path) => !path.startsWith('schemas/src/mqtt/'))).toEqual([]);
  });

  it('holds that Aedes is imported by one folder only', () => {
    const importing = thatMatch(/from 'aedes['/]/);
    expect(importing.length).toBeGreaterThan(0);
    expect(importing.filter((path) => !path.startsWith('broker/src/aedes/'))).toEqual([]);
  });

  it('holds that workspaces import nothing of each other but the contract, and the player the core of the device', () => {
    const PLAYER = 'web/src/features/player/worker/';
    expect(thatMatch(/from '@belfry\/(?!schemas\/)/).filter((path) => !path.startsWith(PLAYER))).toEqual([]);
    expect(thatMatch(/from '@belfry\/(?!schemas\/|device-firmware-sim\/)/)).toEqual([]);
  });
});
