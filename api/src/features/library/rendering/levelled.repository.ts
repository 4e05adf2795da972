import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type LevelledKey = { sha256: string; gain_db: number };
export type LevelledFile = { gain_db: number; item: AudioItem; bytes: number; format: AudioFormat };

export async function findLevelled(
  db: Kysely<Database>,
  sha256s: readonly string[],
): Promise<Map<string, LevelledFile[]>> {
  const { rows } = await sql<LevelledFile & { sha256: string }>`
    select l.sha256, l.gain_db, jsonb_build_object('sha256', f.sha256, 'duration_ms', f.duration_ms) as item, f.bytes, f.format
    from levelled_audio l join audio_files f on f.sha256 = l.levelled_sha256
    where l.sha256 = any(${[...sha256s]}::text[])`.execute(db);
  const bySha = new Map<string, LevelledFile[]>();
  for (const { sha256, ...file } of rows) bySha.set(sha256, [...(bySha.get(sha256) ?? []), file]);
  return bySha;
}

export async function insertLevelled(
  db: Kysely<Database>,
  userId: number,
  keys: readonly LevelledKey[],
  most: number,
): Promise<void> {
  await sql`
    insert into levelled_audio (sha256, gain_db, user_id)
    select f.sha256, k.gain_db, u.id
    from unnest(${keys.map(({ sha256 }) => sha256)}::text[], ${keys.map(({ gain_db }) => gain_db)}::float8[]) as k (sha256, gain_db)
    join audio_files f on f.sha256 = k.sha256
    join users u on u.id = ${userId}
    where not exists (select from levelled_audio l where l.sha256 = k.sha256 and l.gain_db = k.gain_db)
    limit greatest(0, ${most} - (select count(*)::int from levelled_audio where user_id = ${userId}))
    on conflict do nothing`.execute(db);
}

export type Waiting = LevelledKey & { user_id: number; duration_ms: number; loudness_lufs: number | null };

export async function claimLevelled(db: Kysely<Database>): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    with next as (
      select l.sha256, l.gain_db from levelled_audio l
      where l.levelled_sha256 is null and not l.failed and (l.claimed_at is null or l.claimed_at < now() - interval '1 hour')
      order by (select max(c.claimed_at) from levelled_audio c where c.user_id = l.user_id) nulls first, l.requested_at
      limit 1 for update of l skip locked
    )
    update levelled_audio l set claimed_at = now()
    from next, audio_files f
    where l.sha256 = next.sha256 and l.gain_db = next.gain_db and f.sha256 = l.sha256
    returning l.sha256, l.gain_db, l.user_id, f.duration_ms, f.loudness_lufs`.execute(db);
  return rows[0];
}

export async function sumLevelledBytes(db: Kysely<Database>, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.bytes), 0)::float8 as bytes from levelled_audio l join audio_files f on f.sha256 = l.levelled_sha256
    where l.user_id = ${userId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Stores what was made; whoever may download the file may download that as well. @param made null: it cannot be made */
export async function saveLevelled(
  trx: Kysely<Database>,
  { sha256, gain_db }: LevelledKey,
  levelledSha: string | null,
): Promise<void> {
  if (levelledSha !== null)
    await sql`
      insert into audio_owners (sha256, user_id)
      select ${levelledSha}, o.user_id from audio_owners o where o.sha256 = ${sha256}
      on conflict do nothing`.execute(trx);
  await trx
    .updateTable('levelled_audio')
    .set({ levelled_sha256: levelledSha, failed: levelledSha === null })
    .where('sha256', '=', sha256)
    .where('gain_db', '=', gain_db)
    .execute();
}
