import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRelease } from './create-release.ts';
import { licencesText, LICENCES_FILE } from './licences.ts';

const SOURCE = 'https://git.example.org/belfry';
const VERSION = '1.2.0-rc.3';
const FILES: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'belfry', version: VERSION, license: 'Apache-2.0' }),
  'package-lock.json': JSON.stringify({
    name: 'belfry',
    version: VERSION,
    lockfileVersion: 3,
    packages: { '': { name: 'belfry', version: VERSION, license: 'Apache-2.0' } },
  }),
  '.gitignore': 'dist/\n',
  'CHANGELOG.md': `# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [${VERSION}] - 2026-11-26\n\n- Bells.\n\n## [1.1.0]\n\n- Less.\n`,
  'infra/helm/belfry/Chart.yaml': `version: ${VERSION}\nappVersion: ${VERSION}\n`,
  'infra/compose.yaml': `org.opencontainers.image.version: ${VERSION}\nimage: belfry-api:${VERSION}\n`,
  [LICENCES_FILE]: licencesText([]),
};

let root: string;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const commit = (): string => git('add', '--all') + git('commit', '--quiet', '--message', 'Change');
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belfry-release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@belfry.test');
  for (const [path, text] of Object.entries(FILES)) put(path, text);
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a dry release', () => {
  it('has section, description, bill of materials, licences, source and sums, and sets no tag', () => {
    const { tag, folder, files, problems } = createRelease({ root, dry: true, source: SOURCE });
    expect(problems).toEqual([]);
    expect(files.toSorted()).toEqual(
      [
        'SHA256SUMS',
        LICENCES_FILE,
        `belfry-${VERSION}.cdx.json`,
        `belfry-${VERSION}.tar.gz`,
        'changelog.md',
        'release.json',
      ].toSorted(),
    );
    expect([tag, git('tag')]).toEqual([`v${VERSION}`, '']);
    const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect(textOf('changelog.md')).toBe(`## [${VERSION}] - 2026-11-26\n\n- Bells.\n`);
    const revision = git('rev-parse', 'HEAD');
    const { images, ...described } = JSON.parse(textOf('release.json')) as {
      images: { name: string; labels: object }[];
    };
    expect(described).toEqual({ version: VERSION, tag, revision, source: SOURCE });
    expect(images.map(({ name }) => name)).toContain(`belfry-api:${VERSION}`);
    for (const { labels } of images)
      expect(labels).toMatchObject({
        'org.opencontainers.image.version': VERSION,
        'org.opencontainers.image.revision': revision,
        'org.opencontainers.image.source': SOURCE,
        'org.opencontainers.image.licenses': expect.stringContaining('Apache-2.0') as string,
      });
    expect(JSON.parse(textOf(`belfry-${VERSION}.cdx.json`))).toMatchObject({ bomFormat: 'CycloneDX' });
    const sums = textOf('SHA256SUMS').trim().split('\n');
    expect(sums).toHaveLength(5);
    for (const [sum, name] of sums.map((line) => line.split('  ') as [string, string]))
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ).toBe(sum);
  });

  it('is written again, but over no files of others', () => {
    createRelease({ root, dry: true, source: SOURCE });
    const out = createRelease({ root, dry: true, source: SOURCE }).folder;
    expect(() => createRelease({ root, dry: true, source: SOURCE, out })).toThrow('is not empty');
  });

  it('names what a release must not have', () => {
    put('package-lock.json', (FILES['package-lock.json'] ?? '').replaceAll(VERSION, '1.1.0'));
    put('infra/compose.yaml', `org.opencontainers.image.version: ${VERSION}\nimage: belfry-api:1.1.0\n`);
    put(LICENCES_FILE, 'none');
    expect(createRelease({ root, dry: true }).problems).toEqual([
      'the working tree has changes that are not committed',
      'another version: package-lock.json: .: 1.1.0',
      'another version: infra/compose.yaml: belfry-api: 1.1.0',
      `${LICENCES_FILE} is outdated: npm run licences`,
      'the address of the repository is not known: --source https://…',
    ]);
  });
});

describe('a release', () => {
  it('sets the tag with the section as its message, once', () => {
    createRelease({ root, dry: false, source: SOURCE });
    expect(git('tag', '--list', '--format=%(contents)')).toBe(`## [${VERSION}] - 2026-11-26\n\n- Bells.`);
    expect(git('rev-list', '-n', '1', `v${VERSION}`)).toBe(git('rev-parse', 'HEAD'));
    expect(() => createRelease({ root, dry: false, source: SOURCE })).toThrow(`the tag v${VERSION} exists`);
  });

  it('is refused with changes that are not committed', () => {
    put('new.txt', 'x');
    expect(() => createRelease({ root, dry: false, source: SOURCE })).toThrow(
      'the working tree has changes that are not committed',
    );
    expect(git('tag')).toBe('');
  });

  it('is refused where the changelog does not announce it', () => {
    put('CHANGELOG.md', '# Changelog\n');
    commit();
    expect(() => createRelease({ root, dry: false, source: SOURCE })).toThrow(`no section "## [${VERSION}]"`);
    expect(git('tag')).toBe('');
  });

  it('has the address of the remote without credentials', () => {
    git('remote', 'add', 'origin', 'https://ada:secret@git.example.org/team/belfry.git');
    const { folder } = createRelease({ root, dry: true });
    const text = readFileSync(join(folder, 'release.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ source: 'https://git.example.org/team/belfry' });
    expect(text).not.toContain('secret');
  });
});
