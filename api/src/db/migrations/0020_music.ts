import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How playlists are played: crossfaded, and shuffled without the same track too soon. */
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
  `alter table device_state add column mixes_music boolean not null default false`,
  `comment on column device_state.mixes_music is 'The device plays playlists by crossfade_s and no_repeat.'`,
  `create trigger device_state_note_music after update of mixes_music on device_state
    for each row when (old.mixes_music is distinct from new.mixes_music) execute function mark_stale_by_ability()`,
];
