import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type HeardOnDay = Pick<Row<'heard_music'>, 'day' | 'seq' | 'track_ids' | 'seconds'>;

/**
 * Locks the journal of a device against its other calls. Another journal begins anew.
 * @returns the number up to which it is stored
 */
export async function lockJournal(trx: Kysely<Database>, deviceId: number, journal: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    insert into heard_journals (device_id, journal, seq) values (${deviceId}, ${journal}::uuid, 0)
    on conflict (device_id) do update set
      journal = excluded.journal,
      seq = case when heard_journals.journal = excluded.journal then heard_journals.seq else 0 end
    returning seq`.execute(trx);
  return rows[0]?.seq ?? 0;
}

export async function setStored(trx: Kysely<Database>, deviceId: number, seq: number): Promise<void> {
  await trx.updateTable('heard_journals').set({ seq }).where('device_id', '=', deviceId).execute();
}

/** Rows that are stored already stay, as where a device has gone back to a former journal. @param heard at least one */
export async function insertHeard(trx: Kysely<Database>, heard: Row<'heard_music'>[]): Promise<void> {
  await trx
    .insertInto('heard_music')
    .values(heard)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const played = (sha256s: readonly string[]): RawBuilder<unknown> => sql`
  played as (
    select p.sha256, coalesce(l.sha256, p.sha256) as source
    from unnest(${[...sha256s]}::text[]) p (sha256)
    left join levelled_audio l on l.levelled_sha256 = p.sha256
  )`;

/** Keeps name, title and artist of the audio that an owner has, because it may be deleted later. */
export async function keepTracks(db: Kysely<Database>, ownerId: number, sha256s: readonly string[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await sql`
    with ${played(sha256s)}
    insert into heard_tracks (user_id, sha256, name, title, artist, duration_ms, last_heard)
    select distinct on (p.source) ${ownerId}::int, p.source, a.name, a.title, a.artist, f.duration_ms, ${today}::text
    from played p
    join audio a on a.sha256 = p.source and a.user_id = ${ownerId}::int
    join audio_files f on f.sha256 = p.source
    order by p.source, a.id
    on conflict (user_id, sha256) do update set
      name = excluded.name, title = excluded.title, artist = excluded.artist, last_heard = excluded.last_heard
    where heard_tracks.last_heard <> excluded.last_heard`.execute(db);
}

export async function findTrackIds(
  db: Kysely<Database>,
  ownerId: number,
  sha256s: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ sha256: string; id: number }>`
    with ${played(sha256s)}
    select p.sha256, t.id from played p join heard_tracks t on t.user_id = ${ownerId}::int and t.sha256 = p.source
    order by p.sha256, t.id`.execute(db);
  return new Map(rows.map(({ sha256, id }) => [sha256, id]));
}
