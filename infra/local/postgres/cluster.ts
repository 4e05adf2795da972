import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOrCreateSecret } from '../secret.ts';
import { findBinaries } from './binaries.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { waitForPreviousServer } from './previous-server.ts';

/** A database cluster on disk, with the command that runs a server on it. */
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
