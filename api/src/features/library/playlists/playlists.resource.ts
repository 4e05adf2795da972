import type { Playlist } from '@belfry/schemas/http/library/audio';
import { sql } from 'kysely';
import { times, type Resource } from '../resource.ts';
import type { Row } from '../../../db/database.ts';

type PlaylistRow = Row<'playlists'> & { audio_ids: number[]; duration_ms: number };

export const playlistsResource: Resource<PlaylistRow, Playlist> = {
  table: 'playlists',
  title: 'playlist',
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
    duration_ms: row.duration_ms,
    ...times(row),
  }),
};
