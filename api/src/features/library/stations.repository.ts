import { reasonOf } from '@belfry/schemas/domain/reasons';
import type { Station } from '@belfry/schemas/http/library/audio';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { ownOf } from '../../policies/owners.ts';
import { findRows, times, type Resource } from './resource.repository.ts';

/** `problem`: how many devices cannot hear the station, and what one of them has said last. */
type StationRow = Row<'stations'> & { problem: { reason: string; devices: number } | null };

export const stationsResource: Resource<StationRow, Station> = {
  table: 'stations',
  title: 'station',
  titles: 'stations',
  max: 500,
  // A column, so that it is read for the rows of a page only.
  rows: sql`select st.*, (
    select json_build_object('devices', count(*), 'reason', (array_agg(s.players->'radio'->'problem'->>'reason' order by s.players->'radio'->>'at' desc))[1])
    from devices d join device_state s on s.device_id = d.device_id
    where d.user_id = st.user_id and s.reported_status = 'online' and not s.silent and s.players->'radio'->'problem'->>'url' = st.url
    having count(*) > 0) as problem from stations st`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.url ilike ${pattern})`,
  view: (row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    fallback_playlist_id: row.fallback_playlist_id,
    problem: row.problem && { ...row.problem, ...reasonOf(row.problem.reason) },
    ...times(row),
  }),
};

type Fields = Pick<Station, 'name' | 'url' | 'fallback_playlist_id'>;

/** The playlist must be the user's. @returns the id */
export async function insertStation(
  db: Kysely<Database>,
  userId: number,
  { name, url, fallback_playlist_id = null }: Pick<Fields, 'name' | 'url'> & Partial<Fields>,
): Promise<number> {
  const station = db.insertInto('stations').values({ user_id: userId, name, url, fallback_playlist_id });
  return (await station.returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateStation(
  db: Kysely<Database>,
  id: number,
  { name, url, fallback_playlist_id: fallback }: { [Key in keyof Fields]?: Fields[Key] | undefined },
): Promise<void> {
  await db
    .updateTable('stations')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      url: url ?? eb.ref('url'),
      fallback_playlist_id: fallback === undefined ? eb.ref('fallback_playlist_id') : fallback,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
}

export async function findStations(
  db: Kysely<Database>,
  ownerId: number,
  ids: readonly number[],
): Promise<Map<number, Fields>> {
  const rows = await findRows(db, stationsResource, ownOf(ownerId), ids);
  return new Map(rows.map(({ id, name, url, fallback_playlist_id }) => [id, { name, url, fallback_playlist_id }]));
}
