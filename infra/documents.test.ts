import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NODE_ROLES, RIGHTS, ROLE_RIGHTS } from '@belfry/schemas/domain/rights';
import { SCOPE_RIGHTS } from '@belfry/schemas/domain/scopes';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['schemas', 'broker', 'api', 'web', 'device-firmware-sim', 'infra', 'tests'];
const GENERATED = new Set(['node_modules', 'dist', 'data', 'coverage']);

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => GENERATED.has(name.split('/').at(-1) ?? '') });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const sources = filesOf(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,css}`);
const pages = filesOf('docs/product/*.md');
const prefixesOf = new Map(
  [...read('docs/product/README.md').matchAll(/^\| \[[a-z-]+\]\(([a-z-]+\.md)\) +\| ([`A-Z, ]+) \|/gm)].map(
    ([, page = '', ids = '']) => [`docs/product/${page}`, matchesOf(ids, /`([A-Z]+)`/g)],
  ),
);
const prefixes = [...new Set([...prefixesOf.values()].flat())];
const ID = new RegExp(`\\b((?:${prefixes.join('|')})-\\d+)\\b`, 'g');
const definedOn = (page: string): string[] => matchesOf(read(page), /^- \*\*([A-Z]+-\d+)\*\* /gm);
const defined = pages.flatMap(definedOn);

describe('the product rules', () => {
  it('are defined once, on a page for which the list names their prefix', () => {
    expect(prefixes.length).toBeGreaterThan(0);
    expect(defined.filter((id, index) => defined.indexOf(id) !== index)).toEqual([]);
    for (const page of pages) {
      const used = new Set(definedOn(page).map((id) => id.split('-')[0] ?? ''));
      expect([page, ...[...used].sort()]).toEqual([page, ...(prefixesOf.get(page) ?? []).toSorted()]);
    }
  });

  it('exist wherever a source file or a page names one', () => {
    const unknown = [...sources, ...pages].flatMap((path) =>
      matchesOf(read(path), ID)
        .filter((id) => !defined.includes(id))
        .map((id) => `${path}: ${id}`),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(unknown).toEqual([]);
  });
});

describe('tables of rights', () => {
  /** The rows of the table whose first column is headed so, without that and the line below it. */
  const rowsOf = (page: string, head: string): string[][] => {
    const lines = read(page).split('\n');
    const first = lines.findIndex((line) => line.startsWith(`| ${head} `));
    const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
    return lines.slice(first, first + length).map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  };

  it('of roles is that of the code', () => {
    const [[, , ...roles] = [], , ...rows] = rowsOf('docs/product/teams.md', 'right');
    expect(roles).toEqual(NODE_ROLES);
    const cellsOf = (right: string): string[] =>
      NODE_ROLES.map((role) => (ROLE_RIGHTS[role].some((each) => each === right) ? 'yes' : ''));
    expect(rows.map(([right = '', , ...cells]) => [right, cells])).toEqual(
      Object.keys(RIGHTS).map((right) => [right, cellsOf(right)]),
    );
  });

  it('of scopes is that of the code', () => {
    const [, , ...rows] = rowsOf('docs/product/api-keys.md', 'scope');
    const needed = Object.entries(SCOPE_RIGHTS).map(([scope, rights]) => [scope, rights.join(', ')]);
    expect(rows.map(([scope = '', needs = '']) => [scope, needs])).toEqual(needed);
  });
});

describe('documents', () => {
  const documents = [...filesOf('*.md'), ...filesOf(`{docs,${FOLDERS.join(',')}}/**/*.md`)];
  /** A path in code: `api/src/log.ts`. */
  const PATH = new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w./@-]+\\.(?:tsx?|css|json|yaml|md))\``, 'g');

  it.each(documents)('%s links to files that exist, and names such', (path) => {
    const text = read(path);
    const links = matchesOf(text, /\]\(([^)#]+)[^)]*\)/g).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([]);
    expect(matchesOf(text, PATH).filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});

describe('.oxlintrc.json', () => {
  /** Expands `{a,b}/` into its folders, so that a pattern does not stay when one of them goes. */
  const eachFolderOf = (pattern: string): string[] => {
    const [braces = '', names] = /\{([^}]+)\}(?=\/)/.exec(pattern) ?? [];
    return names ? names.split(',').map((name) => pattern.replace(braces, name)) : [pattern];
  };

  it('has rules for files that exist', () => {
    const { overrides } = JSON.parse(read('.oxlintrc.json')) as { overrides: { files: string[] }[] };
    const patterns = overrides.flatMap(({ files }) => files.flatMap(eachFolderOf));
    expect(patterns.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
  });
});
