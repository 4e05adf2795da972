import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Neural voices as a third provider, and by whom a text was spoken while its voice was not available. */
export const neuralVoices: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table voices drop constraint voices_provider_check,
    add constraint voices_provider_check check (provider in ('espeak', 'google', 'neural'))`,
  `alter table voices drop constraint voices_voice_type_check,
    add constraint voices_voice_type_check check (voice_type in ('neural', 'neural2', 'wavenet', 'standard'))`,
  `alter table renderings add column rendered_by text, add column fallback_reason text,
    add column fallback_text text, add column retried_at timestamptz`,
  `comment on column renderings.rendered_by is 'The voice that has spoken it in the place of its own; null: its own.'`,
  `comment on column renderings.fallback_reason is 'Why its own voice has not spoken it.'`,
  `comment on column renderings.fallback_text is 'The text, until its own voice has spoken it.'`,
  `comment on column renderings.retried_at is 'When its own voice was last asked again.'`,
  `create index renderings_fallbacks on renderings (retried_at nulls first, key) where rendered_by is not null`,
  `alter table announcement_parts add column rendered_by text, add column fallback_reason text`,
  `comment on column announcement_parts.rendered_by is 'The voice that has spoken it in the place of its own; null: its own.'`,
  `comment on column announcement_parts.fallback_reason is 'Why its own voice has not spoken it.'`,
];
