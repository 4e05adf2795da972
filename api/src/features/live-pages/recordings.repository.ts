import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export async function setRecording(
  db: Kysely<Database>,
  pageId: string,
  { sha256, duration_ms }: { sha256: string; duration_ms: number },
): Promise<void> {
  await db
    .updateTable('pages')
    .set({ recording_sha256: sha256, recording_ms: duration_ms })
    .where('page_id', '=', pageId)
    .execute();
}

export async function countRecordingBytes(db: Kysely<Database>, ownerId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.bytes), 0)::float8 as bytes from pages p join audio_files f on f.sha256 = p.recording_sha256
    where p.user_id = ${ownerId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

type PageRun = Pick<Row<'announcement_runs'>, 'started_by' | 'chime'> & {
  targets: NonNullable<Row<'announcement_runs'>['targets']>;
};

export async function findRunOf(db: Kysely<Database>, runId: string): Promise<PageRun | undefined> {
  const run = await db
    .selectFrom('announcement_runs')
    .select(['started_by', 'chime', 'targets'])
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return run?.targets ? { ...run, targets: run.targets } : undefined;
}

/** @returns the hashes of the files */
export async function forgetOld(
  db: Kysely<Database>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    with old as (
      select page_id, recording_sha256 as sha256 from pages
      where recording_sha256 is not null and ended_at < ${before} order by ended_at limit ${limit}
    )
    update pages p set recording_sha256 = null from old where p.page_id = old.page_id
    returning old.sha256`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}
