import type { Loudness } from '@belfry/schemas/domain/loudness';
import type { Audio } from '@belfry/schemas/http/library/audio';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { times, type Resource } from './resource.repository.ts';

type AudioRow = Row<'audio'> & Pick<Audio, 'format' | 'bytes' | 'duration_ms' | keyof Loudness>;
export const audioResource: Resource<AudioRow, Audio> = {
  table: 'audio',
  title: 'audio file',
  titles: 'audio files',
  max: 2_000,
  rows: sql`
    select a.*, f.format, f.bytes, f.duration_ms, f.loudness_lufs, f.peak_dbtp
    from audio a join audio_files f on f.sha256 = a.sha256`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.title ilike ${pattern} or r.artist ilike ${pattern})`,
  view: (row) => ({
    id: row.id,
    name: row.name,
    sha256: row.sha256,
    format: row.format,
    bytes: row.bytes,
    duration_ms: row.duration_ms,
    title: row.title,
    artist: row.artist,
    peaks: row.peaks,
    loudness_lufs: row.loudness_lufs,
    peak_dbtp: row.peak_dbtp,
    ...times(row),
  }),
};

type Fields = Pick<Audio, 'name' | 'sha256' | 'title' | 'artist' | 'peaks'>;

export async function insertAudio(db: Kysely<Database>, userId: number, { peaks, ...fields }: Fields): Promise<number> {
  const audio = db.insertInto('audio').values({ user_id: userId, ...fields, peaks: JSON.stringify(peaks) });
  return (await audio.returning('id').executeTakeFirstOrThrow()).id;
}

export async function renameAudio(db: Kysely<Database>, id: number, name: string | undefined): Promise<void> {
  await db
    .updateTable('audio')
    .set((eb) => ({ name: name ?? eb.ref('name'), revision: sql`revision + 1`, updated_at: sql`now()` }))
    .where('id', '=', id)
    .execute();
}

export async function findAudioOf(
  db: Kysely<Database>,
  ownerIds: readonly number[],
  id: number,
): Promise<Pick<Audio, 'name' | 'sha256' | 'duration_ms'> | undefined> {
  const { rows } = await sql<Pick<Audio, 'name' | 'sha256' | 'duration_ms'>>`
    select a.name, a.sha256, f.duration_ms
    from audio a join audio_files f on f.sha256 = a.sha256
    where a.id = ${id} and a.user_id = any(${ownerIds}::int4[])`.execute(db);
  return rows[0];
}
