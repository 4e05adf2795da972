import type { Playlist } from '@belfry/schemas/http/library/audio';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { times, type Resource } from './resource.repository.ts';

type PlaylistRow = Row<'playlists'> & { audio_ids: number[]; duration_ms: number };

export const playlistsResource: Resource<PlaylistRow, Playlist> = {
  table: 'playlists',
  title: 'playlist',
  titles: 'playlists',
  max: 500,
  rows: sql`
    select p.*, c.audio_ids, c.duration_ms
    from playlists p
    cross join lateral (
      select
        coalesce(array_agg(i.audio_id order by i.position), '{}') as audio_ids,
        coalesce(sum(f.duration_ms), 0)::int as duration_ms
      from playlist_items i join audio a on a.id = i.audio_id join audio_files f on f.sha256 = a.sha256
      where i.playlist_id = p.id
    ) c`,
  matches: (pattern) => sql`r.name ilike ${pattern}`,
  view: (row) => ({
    id: row.id,
    name: row.name,
    audio_ids: row.audio_ids,
    shuffle: row.shuffle,
    crossfade_s: row.crossfade_s,
    no_repeat: row.no_repeat,
    duration_ms: row.duration_ms,
    ...times(row),
  }),
};

type PlaylistFields = Pick<Playlist, 'name' | 'shuffle' | 'crossfade_s' | 'no_repeat'>;

export async function insertPlaylist(
  db: Kysely<Database>,
  userId: number,
  { name, shuffle, crossfade_s, no_repeat }: PlaylistFields,
): Promise<number> {
  const playlist = db.insertInto('playlists').values({ user_id: userId, name, shuffle, crossfade_s, no_repeat });
  return (await playlist.returning('id').executeTakeFirstOrThrow()).id;
}

export async function updatePlaylist(
  db: Kysely<Database>,
  id: number,
  { name, shuffle, crossfade_s, no_repeat }: { [Field in keyof PlaylistFields]?: PlaylistFields[Field] | undefined },
): Promise<void> {
  await db
    .updateTable('playlists')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      shuffle: shuffle ?? eb.ref('shuffle'),
      crossfade_s: crossfade_s ?? eb.ref('crossfade_s'),
      no_repeat: no_repeat === undefined ? eb.ref('no_repeat') : no_repeat,
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
}

export async function deletePlaylistsOf(db: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('playlists')
    .where('user_id', '=', sql<number>`any(${userIds}::int4[])`)
    .execute();
}

/** Replaces the items, in order. @returns whether all of them are audio of this user */
export async function replaceItems(
  db: Kysely<Database>,
  { id, user_id }: { id: number; user_id: number },
  audioIds: readonly number[],
): Promise<boolean> {
  await db.deleteFrom('playlist_items').where('playlist_id', '=', id).execute();
  const { numAffectedRows } = await sql`
    insert into playlist_items (playlist_id, position, audio_id)
    select ${id}, given.position, a.id
    from unnest(${[...audioIds]}::int[]) with ordinality given (audio_id, position)
    join audio a on a.id = given.audio_id and a.user_id = ${user_id}`.execute(db);
  return Number(numAffectedRows ?? 0) === audioIds.length;
}

/** Keeps a playlist from being deleted until the transaction ends. @returns whether it is this user's */
export async function holdPlaylist(trx: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from playlists where id = ${id} and user_id = ${userId} for key share`.execute(trx);
  return rows.length > 0;
}

export type PlaylistContent = PlaylistFields & { items: AudioItem[] };

export async function findPlaylistItems(
  db: Kysely<Database>,
  ownerId: number,
  ids: readonly number[],
): Promise<Map<number, PlaylistContent>> {
  const { rows } = await sql<PlaylistContent & { id: number }>`
    select p.id, p.name, p.shuffle, p.crossfade_s, p.no_repeat, coalesce(
      jsonb_agg(jsonb_build_object('sha256', f.sha256, 'duration_ms', f.duration_ms) order by i.position)
        filter (where f.sha256 is not null), '[]'
    ) as items
    from playlists p
    left join playlist_items i on i.playlist_id = p.id
    left join audio a on a.id = i.audio_id
    left join audio_files f on f.sha256 = a.sha256
    where p.id = any(${[...ids]}::int[]) and p.user_id = ${ownerId}
    group by p.id`.execute(db);
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}
