import { OWN_CHIMES_MAX, type OwnChime } from '@belfry/schemas/http/library/chimes';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { times, type Resource } from './resource.repository.ts';

type ChimeRow = Row<'chimes'> & Pick<OwnChime, 'sha256' | 'duration_ms'>;

export const chimesResource: Resource<ChimeRow, OwnChime> = {
  table: 'chimes',
  title: 'chime',
  titles: 'chimes',
  max: OWN_CHIMES_MAX,
  rows: sql`
    select c.*, a.sha256, f.duration_ms
    from chimes c join audio a on a.id = c.audio_id join audio_files f on f.sha256 = a.sha256`,
  matches: (pattern) => sql`r.name ilike ${pattern}`,
  view: (row) => ({
    id: row.id,
    name: row.name,
    audio_id: row.audio_id,
    sha256: row.sha256,
    duration_ms: row.duration_ms,
    ...times(row),
  }),
};

type Fields = { name: string; audio_id: number };

/** The audio must be the user's. @returns the id */
export async function insertChime(db: Kysely<Database>, userId: number, { name, audio_id }: Fields): Promise<number> {
  const chime = db.insertInto('chimes').values({ user_id: userId, name, audio_id });
  return (await chime.returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateChime(
  db: Kysely<Database>,
  id: number,
  { name, audio_id }: { [Key in keyof Fields]?: Fields[Key] | undefined },
): Promise<void> {
  await db
    .updateTable('chimes')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      audio_id: audio_id ?? eb.ref('audio_id'),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
}
