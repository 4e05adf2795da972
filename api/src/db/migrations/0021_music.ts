import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * How playlists are played: crossfaded, and shuffled without the same track too soon. What plays while a station cannot be heard. What was
 * heard of playlists, for licence societies.
 */
export const music: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table playlists
    add column crossfade_s int not null default 0,
    add column no_repeat int`,
  `comment on column playlists.crossfade_s is 'Seconds for which two tracks are heard together.'`,
  `comment on column playlists.no_repeat is 'Shuffled: how many other tracks are heard before one is heard again; null: all.'`,
  `alter table stations add column fallback_playlist_id int references playlists on delete set null`,
  `comment on column stations.fallback_playlist_id is 'Heard while the station cannot be heard.'`,
  `create index stations_fallback on stations (fallback_playlist_id) where fallback_playlist_id is not null`,
  `alter table device_state add column mixes_music boolean not null default false`,
  `comment on column device_state.mixes_music is 'The device plays playlists by crossfade_s and no_repeat, and those of stations that it cannot hear.'`,
  `create trigger device_state_note_music after update of mixes_music on device_state
    for each row when (old.mixes_music is distinct from new.mixes_music) execute function mark_stale_by_ability()`,
  `create table heard_tracks (
    id int generated always as identity primary key,
    user_id int not null references users on delete cascade,
    sha256 text not null,
    name text not null,
    title text,
    artist text,
    duration_ms int not null,
    last_heard text collate "C" not null,
    unique (user_id, sha256)
  )`,
  `comment on table heard_tracks is 'The audio of an owner that was heard as music. It stays when the audio is deleted.'`,
  `comment on column heard_tracks.last_heard is 'As 2026-11-23, in UTC.'`,
  `create table heard_music (
    device_id int not null references devices on delete cascade,
    journal uuid not null,
    seq int not null,
    user_id int not null references users on delete cascade,
    company_id int,
    place text not null,
    day text collate "C" not null,
    track_ids int[] not null,
    seconds int[] not null,
    primary key (device_id, journal, seq)
  )`,
  `comment on table heard_music is 'What a device has played of its playlists on a day, as it was reported in one call.'`,
  `comment on column heard_music.seq is 'Of the first of its tracks.'`,
  `comment on column heard_music.user_id is 'The owner of the device at that time.'`,
  `comment on column heard_music.company_id is 'The node of the device at that time, which may be deleted since.'`,
  `comment on column heard_music.day is 'As 2026-11-23, in the zone of the place.'`,
  `comment on column heard_music.track_ids is 'Of heard_tracks, in their order; each with its seconds.'`,
  `create index heard_music_of_user on heard_music (user_id, day)`,
  `create index heard_music_day on heard_music (day)`,
  `create index heard_tracks_last_heard on heard_tracks (last_heard)`,
  `create table heard_journals (
    device_id int primary key references devices on delete cascade,
    journal uuid not null,
    seq int not null
  )`,
  `comment on table heard_journals is 'Up to which number the tracks that a device has played are stored.'`,
];
