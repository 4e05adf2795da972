import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkServer } from '../../../db/check-server.ts';
import { migrateToLatest } from '../../../db/migrate.ts';
import { createFileStore, type FileStore } from '../../../storage/index.ts';
import { BackupError } from '../archive/backup-error.ts';
import { requireEmpty, requireKnownSchema, requireNotAhead } from '../database/load.ts';
import { lockInstallation, openSession } from '../database/session.ts';
import { openTarget } from '../targets/open-target.ts';
import { checkBackup, loadBackup } from './read-backup.ts';
import type { InstallationSettings } from './settings.ts';

/** The file of an installation of `npm start` that contains SERVICE_SECRET. */
const SECRET_FILE = 'service-secret';
const PRIVATE = 0o600;

export type RestoreOrder = {
  settings: Omit<InstallationSettings, 'SERVICE_SECRET'> & { SERVICE_SECRET?: string | undefined };
  passphrase: string;
  target: string;
  file: string;
};

export type Restored = {
  rows: number;
  files: number;
  missing: { count: number; names: string[] };
  unknown: string[];
  /** Where the secret of the installation was stored; null where it was set already. */
  secretFile: string | null;
};

/**
 * Restores a backup into an empty installation. Before anything is changed, the whole backup is read and checked, and the installation too.
 * Throws BackupError with what to do, and the reason of the signal.
 */
export async function restoreBackup(
  { settings, passphrase, target: address, file }: RestoreOrder,
  signal?: AbortSignal,
): Promise<Restored> {
  const { DATABASE_URL: databaseUrl } = settings;
  const target = await openTarget(address, settings);
  const store = await createFileStore(settings);
  const source = { read: () => target.read(file), passphrase };
  try {
    await checkServer(databaseUrl);
    const recorded = await requireEmpty(databaseUrl);
    const { beginning, secret } = await checkBackup(source, signal);
    requireKnownSchema(beginning);
    requireNotAhead(recorded, beginning);
    const secretFile = await placeOfSecret(settings, secret);
    const lock = await openSession(databaseUrl);
    try {
      await lockInstallation(lock);
      const storeFile = (name: string, content: AsyncIterable<Buffer>): Promise<void> =>
        storeFlushed(store, name, content);
      const loading = { databaseUrl, storeFile, signal };
      const { manifest, unknown } = await withSecret(secretFile, secret, () => loadBackup(source, loading));
      await migrateToLatest(databaseUrl);
      const { tables, files, missing } = manifest;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return { rows, files: files.count, missing, unknown, secretFile };
    } finally {
      await lock.end();
    }
  } finally {
    store.stop();
    target.close();
  }
}

/**
 * The path for the secret of the backup, without which nobody could unseal the signing key and the second factors. Null
 * where the same secret is set. Throws BackupError where another one is.
 */
async function placeOfSecret(
  { SERVICE_SECRET, DATA_DIR }: Pick<RestoreOrder['settings'], 'SERVICE_SECRET' | 'DATA_DIR'>,
  secret: string,
): Promise<string | null> {
  const file = join(DATA_DIR, SECRET_FILE);
  const secretOfFile = await readFile(file, 'utf8').catch(() => undefined);
  const present = SERVICE_SECRET ?? secretOfFile?.trim();
  if (present === undefined) return file;
  if (present === secret) return null;
  throw new BackupError(
    'secret',
    'The backup was made with another SERVICE_SECRET, with which its keys are sealed. Leave SERVICE_SECRET empty' +
      `${secretOfFile === undefined ? '' : `, move ${file} away`} and restore again: the one of the backup is then written to ${file}. Nothing was changed.`,
  );
}

/** Rows without the secret with which they are sealed are worth nothing: it is stored first, and removed where the work fails. */
async function withSecret<T>(file: string | null, secret: string, work: () => Promise<T>): Promise<T> {
  if (file === null) return work();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, secret, { mode: PRIVATE, flush: true, flag: 'wx' });
  try {
    return await work();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function storeFlushed(store: FileStore, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const path = await store.work.newFile();
  try {
    await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(path, { flags: 'wx' }));
    const handle = await open(path);
    await handle.sync();
    await handle.close();
    await store.putFile(name, path);
  } finally {
    await rm(path, { force: true });
  }
}
