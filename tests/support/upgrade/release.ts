import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';

/** A checkout of Belfry whose processes can be started. */
export type Release = { name: string; root: string; remove(): void };

/** Added with the schema of the first release. An older commit has a schema that is not upgraded. */
const BASELINE = 'api/src/db/migrations/0001-baseline/baseline.ts';

/** The workspaces that are started. Those of the console and of the tests have seven times as much to install. */
const STARTED = ['api', 'broker', 'schemas'].map((workspace) => `--workspace=${workspace}`);

export const presentRelease: Release = { name: 'present', root: ROOT, remove: () => {} };

/**
 * The commit of the release to upgrade from: `PREVIOUS` (a tag or commit), else the last tag before this commit, else the commit
 * that added the baseline of the schema. Null where the history of this clone does not contain it.
 */
export function previousCommit(): string | null {
  const wanted = process.env['PREVIOUS'] || git('describe', '--tags', '--abbrev=0', 'HEAD^') || baselineCommit();
  return git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`) || null;
}

const baselineCommit = (): string => git('log', '--diff-filter=A', '--format=%H', '-1', '--', BASELINE);

/**
 * Checks the previous release out.
 * @throws when the history of this clone does not contain it
 */
export function checkOutPrevious(): Release {
  const commit = previousCommit();
  if (commit === null)
    throw new Error('the previous release is not in the history of this clone; PREVIOUS names another');
  return checkOut(commit);
}

/**
 * Checks the last commit out that did not have a file of this checkout yet.
 * @throws when the history of this clone does not contain it
 */
export function checkOutBefore(file: string): Release {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', file);
  const before = added && git('rev-parse', '--verify', '--quiet', `${added}^{commit}^`);
  if (!before) throw new Error(`the commit before ${file} was added is not in the history of this clone`);
  return checkOut(before);
}

/**
 * Checks a commit out into a folder of its own. It shares the installed packages when they contain its own in the same versions;
 * otherwise those that its api and broker need are installed.
 */
function checkOut(commit: string): Release {
  const root = mkdtempSync(join(tmpdir(), 'belfry-previous-'));
  const archive = join(root, 'release.tar');
  run('git', ['archive', '--output', archive, commit], ROOT);
  run('tar', ['-xf', archive], root);
  rmSync(archive);
  if (containsPackages(ROOT, root)) shareModules(root);
  else run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', ...STARTED], root);
  return { name: commit.slice(0, 8), root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

type Lock = { packages: Record<string, { version?: string }> };

/** Whether one folder has every package of another in the same version, apart from the workspaces. */
function containsPackages(folder: string, other: string): boolean {
  const [ours, theirs] = [folder, other].map(
    (each) => (JSON.parse(readFileSync(join(each, 'package-lock.json'), 'utf8')) as Lock).packages,
  ) as [Lock['packages'], Lock['packages']];
  const installed = Object.entries(theirs).filter(([path]) => path.includes('node_modules/'));
  return installed.every(([path, { version }]) => path in ours && ours[path]?.version === version);
}

/** Links each installed package, except the workspaces, which link to the folders of this release. */
function shareModules(root: string): void {
  for (const workspace of ['.', ...workspacesOf(root)]) {
    const [from, to] = [ROOT, root].map((folder) => join(folder, workspace, 'node_modules')) as [string, string];
    for (const name of entriesOf(from)) {
      if (name === '@belfry') continue;
      mkdirSync(to, { recursive: true });
      symlinkSync(join(from, name), join(to, name));
    }
  }
  mkdirSync(join(root, 'node_modules/@belfry'));
  for (const workspace of workspacesOf(root)) {
    const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as { name: string };
    symlinkSync(join(root, workspace), join(root, 'node_modules', name));
  }
}

const workspacesOf = (root: string): string[] =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }).workspaces;

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name === '.bin' || !name.startsWith('.'));
  } catch {
    return [];
  }
}

/** The trimmed output of git; empty when it fails. */
function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr}`);
}
