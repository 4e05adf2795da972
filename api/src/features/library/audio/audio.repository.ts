import type { Audio } from '@belfry/schemas/http/library/audio';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

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

export async function deleteAudio(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('audio').where('id', '=', id).execute();
}

/** The bytes of all audio of a user. */
export async function sumBytes(db: Kysely<Database>, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(f.bytes), 0) as bytes
    from audio a join audio_files f on f.sha256 = a.sha256
    where a.user_id = ${userId}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
