import { join, resolve } from 'node:path';
import { createDb, createPool } from '../../db/client.ts';
import { BackupError } from './archive/backup-error.ts';
import {
  failAbandoned,
  findBackupOf,
  insertBackup,
  recordOutcome,
  recordProgress,
  recordTest,
} from './backups.repository.ts';
import { readCommand, readEnvironment, type Command } from './command-line.ts';
import { makeBackup, type BackupOrder } from './installation/make-backup.ts';
import { restoreBackup, type RestoreOrder } from './installation/restore-backup.ts';
import { backupFileName, installationName } from './installation/settings.ts';
import { testRestore } from './installation/test-restore.ts';
import { locate } from './targets/open-target.ts';

/** The program behind `npm run backup` and `npm run restore`, which also runs alone where Postgres is not that of `npm start`. */
const ALIVE_MS = 10_000;
const UNDEFINED_TABLE = '42P01';

type Store = { db: ReturnType<typeof createDb> };

// What is written is for this user only.
process.umask(0o077);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new BackupError('busy', 'It was stopped, and nothing is left of it.')));

async function run(command: Command, settings: RestoreOrder['settings'], passphrase: string): Promise<string> {
  switch (command.kind) {
    case 'backup':
      return backup({ ...orderOf(settings, passphrase), ...placeOf(command.to, settings) });
    case 'verify':
      return verify({ settings, passphrase, ...placeIn(command.file) });
    case 'restore':
      return restore({ settings, passphrase, ...placeIn(command.from) });
  }
}

function orderOf(settings: RestoreOrder['settings'], passphrase: string): Pick<BackupOrder, 'settings' | 'passphrase'> {
  const { SERVICE_SECRET } = settings;
  if (SERVICE_SECRET === undefined)
    throw new Error('SERVICE_SECRET: is required; it is that with which the installation runs');
  return { settings: { ...settings, SERVICE_SECRET }, passphrase };
}

const placeOf = (to: string, settings: RestoreOrder['settings']): { target: string; file: string } => ({
  target: to.startsWith('s3://') ? to : resolve(to),
  file: backupFileName(installationName(settings), new Date()),
});

function placeIn(text: string): { target: string; file: string } {
  const { target, name } = locate(text);
  return { target, file: name };
}

async function backup(order: BackupOrder): Promise<string> {
  const begun = Date.now();
  const { target, file } = order;
  return withStore(order, async ({ db }) => {
    await failAbandoned(db);
    const record = { file, target, cause: 'command', started_by: null, started_at: new Date() } as const;
    const id = await insertBackup(db, record);
    if (id === null) throw new BackupError('busy', 'A backup is being made already.');
    let bytes = 0;
    const alive = setInterval(() => void recordProgress(db, id, bytes).catch(() => undefined), ALIVE_MS);
    try {
      const outcome = await makeBackup(order, { signal: stop.signal, progress: (sofar) => (bytes = sofar) });
      await recordOutcome(db, id, { bytes: outcome.bytes, missing_files: outcome.missing.count });
      const seconds = Math.ceil((Date.now() - begun) / 1_000);
      const place = target.startsWith('s3://') ? `${file} in ${target}` : join(target, file);
      return `made ${place}: ${outcome.bytes} bytes with ${outcome.rows} rows and ${outcome.files} files, in ${seconds} s${missingText(outcome.missing)}`;
    } catch (error) {
      await recordOutcome(db, id, { error: textOf(error) });
      throw error;
    } finally {
      clearInterval(alive);
    }
  });
}

async function verify(order: RestoreOrder): Promise<string> {
  return withStore(order, async ({ db }) => {
    const record = await findBackupOf(db, order);
    const store = async (error: string | null): Promise<void> => {
      if (record) await recordTest(db, record.backup_id, error);
    };
    try {
      const { rows, files } = await testRestore(order, stop.signal);
      await store(null);
      return `the backup is whole: ${rows} rows were restored for a test, and the hashes of ${files} files are right`;
    } catch (error) {
      await store(textOf(error));
      throw error;
    }
  });
}

async function restore(order: RestoreOrder): Promise<string> {
  const { rows, files, missing, unknown, secretFile } = await restoreBackup(order, stop.signal);
  return [
    `restored ${rows} rows and ${files} files${missingText(missing)}`,
    ...(unknown.length > 0 ? [`left out, because they are no tables of Belfry: ${unknown.join(', ')}`] : []),
    ...(secretFile === null ? [] : [`the SERVICE_SECRET of the installation is in ${secretFile}`]),
    'Everybody signs in again. Devices connect with the keys that they have.',
  ].join('\n');
}

async function withStore<T>({ settings }: RestoreOrder, work: (store: Store) => Promise<T>): Promise<T> {
  const pool = createPool(settings.DATABASE_URL, { max: 2, name: 'belfry-backup' });
  try {
    return await work({ db: createDb(pool) });
  } finally {
    await pool.end();
  }
}

const missingText = ({ count, names }: { count: number; names: readonly string[] }): string =>
  count === 0 ? '' : `\n${count} files that the database names are missing in the storage: ${names.join(', ')}`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === UNDEFINED_TABLE)
    return 'DATABASE_URL: the schema is older than this version. Start Belfry once, or run `npm run migrate`.';
  return error.message;
}

try {
  const command = readCommand(process.argv.slice(2));
  const { settings, passphrase } = readEnvironment(process.env, { isNew: command.kind === 'backup' });
  say(await run(command, settings, passphrase));
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 1;
}
