import { BackupError } from '../archive/backup-error.ts';
import { decrypt } from '../archive/encryption.ts';
import {
  beginningSchema,
  readEntries,
  readJson,
  secretsSchema,
  type Beginning,
  type Entry,
  type Manifest,
} from '../archive/entries.ts';
import { openLoader, type Loader } from '../database/load.ts';

export type BackupSource = { read: () => AsyncIterable<Buffer>; passphrase: string };

const entriesOf = (
  { read, passphrase }: BackupSource,
  visit: (entry: Entry) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<Manifest> => readEntries(abortable(decrypt(read(), passphrase), signal), visit);

async function* abortable(content: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/** Reads a backup from its beginning to its end, and checks everything in it. Changes nothing. Throws BackupError. */
export async function checkBackup(
  source: BackupSource,
  signal?: AbortSignal,
): Promise<{ beginning: Beginning; secret: string; manifest: Manifest }> {
  const parts: { beginning?: Beginning; secret?: string } = {};
  const visit = async ({ head, content }: Entry): Promise<void> => {
    if (head.kind === 'beginning') parts.beginning = await readJson(beginningSchema, content);
    if (head.kind === 'secrets') parts.secret = (await readJson(secretsSchema, content)).service_secret;
  };
  const manifest = await entriesOf(source, visit, signal);
  if (!parts.beginning || parts.secret === undefined)
    throw new BackupError('damaged', 'The backup is damaged: it has no beginning. Nothing was changed.');
  return { beginning: parts.beginning, secret: parts.secret, manifest };
}

type Loading = {
  databaseUrl: string;
  storeFile: (name: string, content: AsyncIterable<Buffer>) => Promise<void>;
  signal?: AbortSignal | undefined;
};

/**
 * Fills an empty database with a backup, in one transaction, and passes on its files. Throws BackupError, also where a table does not have as
 * many rows as the backup says; then the tables are empty.
 * @returns the tables that the schema does not have, which are left out
 */
export async function loadBackup(
  source: BackupSource,
  { databaseUrl, storeFile, signal }: Loading,
): Promise<{ manifest: Manifest; unknown: string[] }> {
  const rows = new Map<string, number>();
  const unknown: string[] = [];
  const opened: { loader: Loader | null } = { loader: null };
  const loader = (): Loader => {
    if (opened.loader) return opened.loader;
    throw new BackupError('damaged', 'The backup is damaged: its beginning is missing.');
  };
  const visit = async ({ head, content }: Entry): Promise<void> => {
    switch (head.kind) {
      case 'beginning':
        opened.loader = await openLoader(databaseUrl, await readJson(beginningSchema, content));
        break;
      case 'table': {
        const loaded = await loader().loadTable(head.name, content);
        if (loaded === null) unknown.push(head.name);
        else rows.set(head.name, loaded);
        break;
      }
      case 'file':
        await storeFile(head.name, content);
        break;
      case 'secrets':
        break;
    }
  };
  try {
    const manifest = await entriesOf(source, visit, signal);
    for (const table of manifest.tables) {
      const loaded = rows.get(table.name) ?? table.rows;
      if (loaded !== table.rows)
        throw new BackupError('damaged', `The table ${table.name} has ${loaded} rows instead of ${table.rows}.`);
    }
    await loader().finish();
    return { manifest, unknown };
  } finally {
    await opened.loader?.close();
  }
}
