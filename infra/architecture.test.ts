import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const text = read('ARCHITECTURE.md');
const lines = text.trimEnd().split('\n');

const GENERATED = new Set(['node_modules', 'dist', 'build', 'data', 'coverage', 'public']);
const WORKSPACES = ['schemas', 'broker', 'api', 'web', 'device-firmware-sim', 'infra'];
const product = globSync(`{${WORKSPACES.join(',')}}/**/*.{ts,tsx}`, {
  cwd: ROOT,
  exclude: (name) => GENERATED.has(name.split('/').at(-1) ?? ''),
}).filter((path) => !/\.(?:test|d)\.tsx?$|\/testing\//.test(path));
const thatMatch = (pattern: RegExp): string[] => product.filter((path) => pattern.test(read(path))).sort();

/** The folders of the tree at the beginning, from the root; those that stand further right are in the first one of the line above. */
function foldersOfTree(): string[] {
  const [, tree = ''] = /```\n([\s\S]*?)```/.exec(text) ?? [];
  const above: { indent: number; path: string }[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, spaces = '', names = ''] = /^( *)((?:[\w./-]+\/ )+)/.exec(`${line} `) ?? [];
    if (!names) return [];
    while ((above.at(-1)?.indent ?? -1) >= spaces.length) above.pop();
    const parent = above.at(-1)?.path ?? '';
    const paths = names
      .trim()
      .split(' ')
      .map((name) => join(parent, name).replace(/\/$/, ''));
    above.push({ indent: spaces.length, path: paths[0] ?? '' });
    return paths;
  });
}

describe('ARCHITECTURE.md', () => {
  it('has at most 200 lines of 160 characters', () => {
    expect(lines.length).toBeLessThanOrEqual(200);
    expect(lines.filter((line) => line.length > 160)).toEqual([]);
  });

  it('begins with a tree that names each folder of the product', () => {
    const named = foldersOfTree();
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const roots = named.filter((path) => path.endsWith('/src') || path === 'infra' || path === 'tests');
    expect(roots).toHaveLength(7);
    const missing = roots.flatMap((root) =>
      readdirSync(join(ROOT, root), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !GENERATED.has(entry.name) && entry.name !== 'testing')
        .map(({ name }) => join(root, name))
        .filter((path) => !named.includes(path)),
    );
    expect(missing).toEqual([]);
  });

  it('names each file that reads the environment', () => {
    const readers = thatMatch(/\bprocess\.env\b/);
    expect(readers.length).toBeGreaterThan(5);
    expect(readers.filter((path) => !text.includes(`\`${path}\``))).toEqual([]);
  });
});

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

  it('holds that workspaces import nothing of each other but the contract', () => {
    expect(thatMatch(/from '@belfry\/(?!schemas\/)/)).toEqual([]);
  });
});
