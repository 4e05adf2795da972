import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const VOICE_TYPES = ['neural2', 'wavenet', 'standard'];
const GENDERS = ['MALE', 'FEMALE', 'NEUTRAL'];
const PROVIDERS = ['espeak', 'google'];

/** The catalogue of voices, and the favourites. */
export const voices: Migration = {
  async up(db) {
    // Collation C, because names have only letters, digits and hyphens.
    await sql`
      create table voices (
        voice_name text collate "C" primary key check (voice_name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$'),
        display_name text not null,
        language text not null,
        languagefull text not null,
        language_codes text[] not null,
        voice_type text not null check (voice_type in ${oneOf(VOICE_TYPES)}),
        gender text not null check (gender in ${oneOf(GENDERS)}),
        provider text not null check (provider in ${oneOf(PROVIDERS)}),
        block boolean not null default false,
        vanished_at timestamptz,
        sample_started_at timestamptz,
        sample_error text,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create unique index voices_display_name_key on voices (lower(display_name))`.execute(db);
    await sql`create index voices_language on voices (language)`.execute(db);
    await sql`
      create table voice_favorites (
        user_id int not null references users on delete cascade,
        voice_name text collate "C" not null references voices on delete cascade,
        added_at timestamptz not null default now(),
        primary key (user_id, voice_name)
      )`.execute(db);
    await sql`create index voice_favorites_voice on voice_favorites (voice_name)`.execute(db);
  },
};
