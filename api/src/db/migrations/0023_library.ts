import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const FORMATS = ['mp3', 'ogg', 'flac', 'wav'];
const CHIMES = ['none', 'ding_dong', 'three_tone', 'bell', 'alarm'];

const RESOURCE = sql`
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`;

/** Stored audio with its owners, rendered texts, and the library: messages, audio, playlists, stations, pronunciations. */
export const library: Migration = {
  async up(db) {
    await sql`
      create table audio_files (
        sha256 text primary key,
        bytes int not null,
        format text not null check (format in ${oneOf(FORMATS)}),
        duration_ms int not null,
        shared boolean not null default false,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table audio_owners (
        sha256 text not null references audio_files on delete cascade,
        user_id int not null references users on delete cascade,
        primary key (sha256, user_id)
      )`.execute(db);
    await sql`create index audio_owners_user on audio_owners (user_id)`.execute(db);
    await sql`
      create table renderings (
        key text primary key,
        language text not null,
        voice text not null,
        items jsonb not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table messages (
        ${RESOURCE},
        variants jsonb not null,
        fallback_language text not null,
        chime text not null check (chime in ${oneOf(CHIMES)}),
        repeat int not null,
        pause_ms int not null,
        emergency boolean not null
      )`.execute(db);
    await sql`
      create table audio (
        ${RESOURCE},
        sha256 text not null references audio_files,
        title text,
        artist text,
        peaks jsonb not null
      )`.execute(db);
    await sql`create index audio_sha256 on audio (sha256)`.execute(db);
    await sql`create table playlists (${RESOURCE}, shuffle boolean not null)`.execute(db);
    await sql`
      create table playlist_items (
        playlist_id int not null references playlists on delete cascade,
        position int not null,
        audio_id int not null references audio,
        primary key (playlist_id, position)
      )`.execute(db);
    await sql`create index playlist_items_audio on playlist_items (audio_id)`.execute(db);
    await sql`create table stations (${RESOURCE}, url text not null)`.execute(db);
    await sql`
      create table dictionary_entries (${RESOURCE}, language text not null, spoken text not null)`.execute(db);
    await sql`
      create unique index dictionary_entries_word on dictionary_entries (user_id, language, lower(name))`.execute(db);
    for (const table of ['messages', 'audio', 'playlists', 'stations']) {
      await sql`create index ${sql.id(`${table}_user`)} on ${sql.table(table)} (user_id)`.execute(db);
    }
  },
};
