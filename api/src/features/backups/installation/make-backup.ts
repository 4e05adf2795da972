import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { migrations } from '../../../db/migrations/index.ts';
import { AppError } from '../../../errors.ts';
import { createFileStore, SAMPLES_FOLDER, type FileStore } from '../../../storage/index.ts';
import { BELFRY_VERSION } from '../../../version.ts';
import { encrypt } from '../archive/encryption.ts';
import { createFileTotals, jsonContent, packEntry, packManifest, type Manifest } from '../archive/entries.ts';
import { openSnapshot } from '../database/snapshot.ts';
import { openTarget } from '../targets/open-target.ts';
import { installationName, type InstallationSettings } from './settings.ts';

/** Further missing files are counted only. */
const NAMED_MISSING_MAX = 100;

export type BackupOrder = {
  settings: InstallationSettings;
  passphrase: string;
  target: string;
  file: string;
};

export type Progress = (bytes: number) => void;

/** `bytes`: of the whole backup, encrypted. */
export type BackupMade = { bytes: number; rows: number; files: number; missing: Manifest['missing'] };

/**
 * Makes a backup of a running installation: its database at one instant, the stored files that belong to it, and the
 * secret with which keys are sealed. Everything is streamed. Throws BackupError, and the reason of the signal; then
 * there is no backup at the target.
 */
export async function makeBackup(
  order: BackupOrder,
  { signal, progress = () => undefined }: { signal?: AbortSignal; progress?: Progress } = {},
): Promise<BackupMade> {
  const { settings, passphrase, target: address, file } = order;
  const target = await openTarget(address, settings);
  const store = await createFileStore(settings);
  const names = await store.work.newFile();
  try {
    const outcome: { manifest: Manifest | null } = { manifest: null };
    const plain = packInstallation({ settings, store, names }, (manifest) => (outcome.manifest = manifest));
    const facts = {
      version: BELFRY_VERSION,
      schema: Object.keys(migrations).sort().at(-1) ?? '',
      installation: installationName(settings),
      created_at: new Date().toISOString(),
    };
    const bytes = await target.write(file, follow(encrypt(plain, passphrase, facts), progress, signal));
    if (!outcome.manifest) throw new Error('a backup without a manifest');
    const { tables, files, missing } = outcome.manifest;
    return { bytes, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: files.count, missing };
  } finally {
    await rm(names, { force: true });
    store.stop();
    target.close();
  }
}

async function* follow(
  content: AsyncIterable<Buffer>,
  progress: Progress,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    signal?.throwIfAborted();
    yield piece;
    bytes += piece.length;
    progress(bytes);
  }
}

type Source = {
  settings: InstallationSettings;
  store: FileStore;
  names: string;
};

async function* packInstallation(
  { settings, store, names }: Source,
  ended: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const snapshot = await openSnapshot(settings.DATABASE_URL);
  try {
    const secrets = { service_secret: settings.SERVICE_SECRET };
    yield* packEntry({ kind: 'beginning' }, jsonContent(snapshot.beginning));
    yield* packEntry({ kind: 'secrets' }, jsonContent(secrets));
    const tables: Manifest['tables'] = [];
    for (const table of snapshot.beginning.tables) {
      const { name } = table;
      const { content, rows } = snapshot.copyTable(table);
      yield* packEntry({ kind: 'table', name }, content, (end) => tables.push({ name, rows: rows(), ...end }));
    }
    await writeFile(names, '');
    await snapshot.listFiles(names);
    // The files may take hours, in which the server would keep every row that is deleted.
    await snapshot.release();
    const files = createFileTotals();
    const missing: Manifest['missing'] = { count: 0, names: [] };
    for await (const name of storedNames(store, names)) {
      const content = await readIfStored(store, name);
      if (content) {
        yield* packEntry({ kind: 'file', name }, content, (end) => files.add(name, end));
      } else {
        missing.count += 1;
        if (missing.names.length < NAMED_MISSING_MAX) missing.names.push(name);
      }
    }
    const manifest = { tables, files: files.total(), missing };
    yield* packManifest(manifest);
    ended(manifest);
  } finally {
    await snapshot.close();
  }
}

async function* storedNames(store: FileStore, names: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(names), crlfDelay: Infinity });
  for await (const page of store.list(SAMPLES_FOLDER)) yield* page;
}

/** Null where the file was deleted since the snapshot, or was lost. */
async function readIfStored(store: FileStore, name: string): Promise<AsyncIterable<Buffer> | null> {
  try {
    return await store.read(name);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
