import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Chimes that organisations make of their audio, and the audio that is played around the texts of a run. */
export const soundMessages: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table chimes (
    id int generated always as identity primary key,
    user_id int not null references users on delete cascade,
    name text not null,
    revision int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    audio_id int not null references audio,
    created_by int references users on delete set null
  )`,
  `comment on table chimes is 'Chimes of an organisation, beside those of the product.'`,
  `create index chimes_user on chimes (user_id)`,
  `create index chimes_audio on chimes (audio_id)`,
  `create index chimes_created_by on chimes (created_by) where created_by is not null`,
  `create trigger stale_programmes_insert after insert on chimes referencing new table as new_rows
    for each statement execute function mark_stale_by_owner()`,
  `create trigger stale_programmes_update after update on chimes referencing old table as old_rows new table as new_rows
    for each statement execute function mark_stale_by_owner()`,
  `create trigger stale_programmes_delete after delete on chimes referencing old table as old_rows
    for each statement execute function mark_stale_by_owner()`,
  `alter table messages add column chime_id int references chimes`,
  `comment on column messages.chime_id is 'Heard in place of chime.'`,
  `create index messages_chime on messages (chime_id) where chime_id is not null`,
  `alter table announcement_parts
    add column items_before jsonb not null default '[]',
    add column items_after jsonb not null default '[]'`,
  `comment on column announcement_parts.items_before is 'What is played before the text, after the chime of the run.'`,
  `comment on column announcement_parts.items_after is 'What is played after the text.'`,
];
