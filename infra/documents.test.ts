import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['schemas', 'broker', 'api', 'web', 'device-firmware-sim', 'infra', 'tests'];
const GENERATED = new Set(['node_modules', 'dist', 'data', 'coverage']);
const PAGE_MAX_LINES = 200;
const RELEASE_MAX_LINES = 60;

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => GENERATED.has(name.split('/').at(-1) ?? '') });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const sources = filesOf(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,css}`);
const pages = filesOf('docs/product/*.md');
/** The prefixes of the ids on each page, as the list of the pages names them. */
const prefixesOf = new Map(
  [...read('docs/product/README.md').matchAll(/^\| \[[a-z-]+\]\(([a-z-]+\.md)\) +\| ([`A-Z, ]+) \|/gm)].map(
    ([, page = '', ids = '']) => [`docs/product/${page}`, found(ids, /`([A-Z]+)`/g)],
  ),
);
const prefixes = [...new Set([...prefixesOf.values()].flat())];
const ID = new RegExp(`\\b((?:${prefixes.join('|')})-\\d+)\\b`, 'g');
const definedOn = (page: string): string[] => found(read(page), /^- \*\*([A-Z]+-\d+)\*\* /gm);
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
      found(read(path), ID)
        .filter((id) => !defined.includes(id))
        .map((id) => `${path}: ${id}`),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(unknown).toEqual([]);
  });

  it('have pages of fewer than 200 lines', () => {
    expect(pages.filter((page) => read(page).split('\n').length >= PAGE_MAX_LINES)).toEqual([]);
  });
});

describe('comments', () => {
  it('cite no document outside the repository and no decision by its number', () => {
    const citing = sources.filter((path) => /specification 0\d\d|\bdecisions? (?:\d+)\b/i.test(read(path)));
    expect(citing).toEqual([]);
  });
});

describe('documents', () => {
  const inWorkspaces = filesOf(`{${FOLDERS.join(',')}}/**/*.md`);
  const documents = [...filesOf('*.md'), ...filesOf('docs/**/*.md'), ...inWorkspaces];

  it.each(documents)('%s links to files that exist', (path) => {
    const links = found(read(path), /\]\(([^)#]+)[^)]*\)/g).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
    '%s names files and folders that exist, from the root',
    (path) => {
      const names = found(read(path), /`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g);
      const paths = names.filter(
        (name) => /\.(?:tsx?|css|json|yaml|md)$/.test(name) || FOLDERS.includes(name.split('/')[0] ?? ''),
      );
      expect(paths.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    },
  );

  const SOURCE_FILE = new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w./@-]+\\.(?:tsx?|css|json|yaml|md))\``, 'g');

  it.each([...filesOf('docs/**/*.md'), ...inWorkspaces])('%s names source files that exist', (path) => {
    expect(found(read(path), SOURCE_FILE).filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  /** A README names what is below its folder, the sources of its workspace, or the root. */
  it.each(inWorkspaces.filter((path) => path.endsWith('README.md')))(
    '%s names folders and files that exist',
    (path) => {
      const places = [dirname(path), join(dirname(path), 'src'), '.', 'tests/browser'];
      const names = found(read(path), /`([\w.@-]+\/(?:[\w.@-]+\/)*(?:[\w.@-]+\.(?:tsx?|css|json|yaml|md))?)`/g);
      expect(names.filter((name) => !places.some((place) => existsSync(join(ROOT, place, name))))).toEqual([]);
    },
  );
});

describe('tests/README.md', () => {
  const ENDINGS = ['', ...['', '.dom', '.isolated'].flatMap((kind) => [`${kind}.test.ts`, `${kind}.test.tsx`])];
  const PLACES = ['.', 'web/src', 'web/src/features'];
  const isThere = (name: string): boolean =>
    PLACES.some((place) => ENDINGS.some((ending) => existsSync(join(ROOT, place, name + ending))));

  it('names tests that exist for what has left the gate', () => {
    const lines = read('tests/README.md').split('\n');
    const rows = lines.filter((line) => /^\| (?:a|pairs) .* \| |^\| [A-Z][a-z-]+ +\| /.test(line));
    const names = rows.flatMap((row) => found(row.split(' | ').at(-1) ?? '', /`([\w.-]+(?:\/[\w.-]+)*)`/g));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('.oxlintrc.json', () => {
  /** The patterns of the folders of `{a,b}/`, one by one, so that none stays behind when it goes. */
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

it('each release is announced in few lines: what people get, not every change on the way', () => {
  const releases = read('CHANGELOG.md').split(/^## /m).slice(1);
  expect(releases.length).toBeGreaterThan(1);
  const long = releases.filter((section) => section.trim().split('\n').length > RELEASE_MAX_LINES);
  expect(long.map((section) => section.split('\n')[0])).toEqual([]);
});
