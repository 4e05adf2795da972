import { BACKUPS_SHOWN_MAX, type Backup } from '@belfry/schemas/http/backups';
import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';

export type SettingsRow = Row<'backup_settings'>;
export type BackupRow = Row<'backups'>;

export const findSettings = (db: Kysely<Database>): Promise<SettingsRow> =>
  db.selectFrom('backup_settings').selectAll().executeTakeFirstOrThrow();

/** Until the end of the transaction nobody else changes the settings or begins a backup by them. */
export const lockSettings = (trx: Kysely<Database>): Promise<SettingsRow> =>
  trx.selectFrom('backup_settings').selectAll().forUpdate().executeTakeFirstOrThrow();

export async function updateSettings(
  trx: Kysely<Database>,
  change: Updateable<Database['backup_settings']>,
): Promise<void> {
  await trx
    .updateTable('backup_settings')
    .set({ ...change, revision: sql`revision + 1` })
    .execute();
}

type NewBackup = Pick<Insertable<Database['backups']>, 'file' | 'target' | 'cause' | 'started_by' | 'started_at'>;

/** Records that a backup begins; null where another one is running. */
export async function insertBackup(db: Kysely<Database>, backup: NewBackup): Promise<number | null> {
  const row = await db
    .insertInto('backups')
    .values({ ...backup, state: 'running' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('backup_id')
    .executeTakeFirst();
  return row?.backup_id ?? null;
}

export const findBackup = (db: Kysely<Database>, id: number): Promise<BackupRow | undefined> =>
  db.selectFrom('backups').selectAll().where('backup_id', '=', id).executeTakeFirst();

export async function recordProgress(db: Kysely<Database>, id: number, bytes: number): Promise<void> {
  await db
    .updateTable('backups')
    .set({ alive_at: sql`now()`, bytes })
    .where('backup_id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

type Outcome = { bytes: number; missing_files: number } | { error: string };

export async function recordOutcome(db: Kysely<Database>, id: number, outcome: Outcome): Promise<void> {
  const state = 'error' in outcome ? 'failed' : 'done';
  await db
    .updateTable('backups')
    .set({ ...outcome, state, ended_at: sql`now()` })
    .where('backup_id', '=', id)
    .execute();
}

/** Records how a test restore has ended; null: it succeeded. */
export async function recordTest(db: Kysely<Database>, id: number, error: string | null): Promise<void> {
  await db
    .updateTable('backups')
    .set({ tested_at: sql`now()`, test_error: error })
    .where('backup_id', '=', id)
    .execute();
}

/** A backup of this machine by its place; undefined for one of another machine. */
export const findBackupOf = (
  db: Kysely<Database>,
  place: Pick<BackupRow, 'target' | 'file'>,
): Promise<Pick<BackupRow, 'backup_id'> | undefined> =>
  db
    .selectFrom('backups')
    .select('backup_id')
    .where('target', '=', place.target)
    .where('file', '=', place.file)
    .executeTakeFirst();

/** A process that makes a backup says so every few seconds; one that has not for so long has ended. */
const SILENT_S = 120;
const ENDED = 'The process that made the backup has ended.';

export async function failAbandoned(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('backups')
    .set({ state: 'failed', error: ENDED, ended_at: sql`now()` })
    .where('state', '=', 'running')
    .where('alive_at', '<', sql<Date>`now() - make_interval(secs => ${SILENT_S})`)
    .execute();
}

export async function findLastStart(db: Kysely<Database>, state: BackupRow['state']): Promise<Date | null> {
  const row = await db
    .selectFrom('backups')
    .select('started_at')
    .where('state', '=', state)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.started_at ?? null;
}

const listed = (db: Kysely<Database>) =>
  db
    .selectFrom('backups as b')
    .leftJoin('users as u', 'u.id', 'b.started_by')
    .select(['b.backup_id', 'b.file', 'b.target', 'b.cause', 'b.state', 'u.name as started_by', 'b.started_at'])
    .select(['b.ended_at', 'b.bytes', 'b.missing_files', 'b.error', 'b.tested_at', 'b.test_error', 'b.deleted_at'])
    .orderBy('b.started_at', 'desc')
    .orderBy('b.backup_id', 'desc');

export const listBackups = (db: Kysely<Database>): Promise<Wire<Backup>[]> =>
  listed(db).limit(BACKUPS_SHOWN_MAX).execute();

export const readBackup = (db: Kysely<Database>, id: number): Promise<Wire<Backup>> =>
  listed(db).where('b.backup_id', '=', id).executeTakeFirstOrThrow();

export const findLastDone = (db: Kysely<Database>): Promise<Wire<Backup> | undefined> =>
  listed(db).where('b.state', '=', 'done').limit(1).executeTakeFirst();

/** The backups of a target beyond the newest `keep`. What `npm run backup` has made is for whoever called it. */
export const findSurplus = (
  db: Kysely<Database>,
  { target, keep }: { target: string; keep: number },
): Promise<Pick<BackupRow, 'backup_id' | 'file'>[]> =>
  db
    .selectFrom('backups')
    .select(['backup_id', 'file'])
    .where('state', '=', 'done')
    .where('cause', '<>', 'command')
    .where('target', '=', target)
    .where('deleted_at', 'is', null)
    .orderBy('started_at', 'desc')
    .offset(keep)
    .execute();

export async function recordDeletion(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('backups')
    .set({ deleted_at: sql`now()` })
    .where('backup_id', '=', id)
    .execute();
}

const RECORD_DAYS = 400;

export async function deleteOldRecords(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('backups')
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${RECORD_DAYS})`)
    .where((where) => where.or([where('state', '=', 'failed'), where('deleted_at', 'is not', null)]))
    .execute();
}
