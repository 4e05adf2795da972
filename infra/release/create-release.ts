import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveredBom } from './bill-of-materials.ts';
import { findLicensed, licencesText, LICENCES_FILE } from './licences.ts';
import { changelogSection, checksums, imagesOf, sourceOf, tagOf } from './release.ts';
import { findOtherVersions, findRegistryAddresses, readVersion } from './version.ts';

const MAX_OUTPUT_BYTES = 256 * 1_024 * 1_024;
const SECTION = 'changelog.md';
/** Prints what the lock file names, also for platforms other than this one, without the network. */
export const NPM_SBOM = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];

export type ReleaseOptions = {
  root: string;
  /** Only writes the files, and sets no tag. */
  dry: boolean;
  /** Where the files go, a folder that is empty or does not exist; by default `dist/release/<version>`, which is written again. */
  out?: string | undefined;
  /** The public address of the repository; by default that of the remote `origin`. */
  source?: string | undefined;
};

/** `problems`: why the tag must not be set, one line each. A dry release has its files in spite of them. */
export type Release = { tag: string; folder: string; files: string[]; problems: string[] };

/**
 * Writes the files of a release of the last commit, and sets its tag unless it is dry.
 * @throws where a release that is not dry has problems, the changelog has no section of the version, or `out` has files
 */
export function createRelease({ root, dry, out, source: given }: ReleaseOptions): Release {
  const repository = repositoryAt(root);
  const version = readVersion(root);
  const tag = tagOf(version);
  const source = given === undefined ? repository.source() : sourceOf(given);
  const problems = [...repository.problems(tag), ...problemsOfFiles(root)];
  if (source === '') problems.push('the address of the repository is not known: --source https://…');
  if (problems.length > 0 && !dry) throw new Error([`${tag} is not released:`, ...problems].join('\n'));

  const section = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  const revision = repository.git('rev-parse', 'HEAD').toString().trim();
  const description = { version, tag, revision, source, images: imagesOf({ version, revision, source }) };
  const folder = emptyFolder(out, join(root, 'dist/release', version));
  const write = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);
  write(SECTION, section);
  write('release.json', `${JSON.stringify(description, null, 2)}\n`);
  const delivered = new Set(findLicensed(root).map((licensed) => `${licensed.name}@${licensed.version}`));
  const printed = repository.run('npm', ...NPM_SBOM).toString();
  write(`belfry-${version}.cdx.json`, deliveredBom(printed, 'belfry', delivered));
  write(LICENCES_FILE, readFileSync(join(root, LICENCES_FILE)));
  write(
    `belfry-${version}.tar.gz`,
    repository.git('archive', '--format=tar.gz', `--prefix=belfry-${version}/`, 'HEAD'),
  );
  const names = readdirSync(folder);
  write('SHA256SUMS', checksums(names.map((name) => ({ name, content: readFileSync(join(folder, name)) }))));
  if (!dry) repository.git('tag', '--annotate', '--cleanup=verbatim', '--file', join(folder, SECTION), tag);
  return { tag, folder, files: readdirSync(folder), problems };
}

function repositoryAt(root: string) {
  const run = (command: string, ...args: string[]): Buffer =>
    execFileSync(command, args, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES, stdio: ['ignore', 'pipe', 'inherit'] });
  const git = (...args: string[]): Buffer => run('git', ...args);
  const textOf = (...args: string[]): string =>
    git(...args)
      .toString()
      .trim();
  return {
    run,
    git,
    source(): string {
      const remotes = textOf('remote').split('\n');
      return remotes.includes('origin') ? sourceOf(textOf('remote', 'get-url', 'origin')) : '';
    },
    problems(tag: string): string[] {
      const problems: string[] = [];
      if (textOf('status', '--porcelain') !== '') problems.push('the working tree has changes that are not committed');
      if (textOf('tag', '--list', tag) !== '') problems.push(`the tag ${tag} exists`);
      return problems;
    },
  };
}

function problemsOfFiles(root: string): string[] {
  const problems = findOtherVersions(root).map((line) => `another version: ${line}`);
  const downloaded = findRegistryAddresses(root);
  if (downloaded.length > 0) problems.push(`package-lock.json names where ${downloaded.length} packages come from`);
  const written = readFileSync(join(root, LICENCES_FILE), 'utf8');
  if (written !== licencesText(findLicensed(root))) problems.push(`${LICENCES_FILE} is outdated: npm run licences`);
  return problems;
}

/** `out`, which must not have files, else the folder of the version, without what an earlier run has written. */
function emptyFolder(out: string | undefined, byDefault: string): string {
  const folder = out ?? byDefault;
  if (out === undefined) rmSync(folder, { recursive: true, force: true });
  else if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty`);
  mkdirSync(folder, { recursive: true });
  return folder;
}
