import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Packs of neural voices that a root installs, and the voices that speak for others in an organisation. */
export const voicePacks: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table voice_packs (
    voice_name text primary key,
    source text not null check (source in ('catalogue', 'upload')),
    state text not null check (state in ('downloading', 'checking', 'ready', 'failed')),
    facts jsonb not null,
    bytes bigint not null,
    received bigint not null default 0,
    error text,
    accepted_by int references users on delete set null,
    accepted_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    installed_at timestamptz
  )`,
  `comment on table voice_packs is 'Neural voices that were installed from the catalogue or from a file. The files are in DATA_DIR.'`,
  `comment on column voice_packs.facts is 'What it is, its licence, and its files with their addresses.'`,
  `comment on column voice_packs.accepted_by is 'Who has accepted the licence.'`,
  `create index voice_packs_accepted_by on voice_packs (accepted_by) where accepted_by is not null`,
  `create table voice_mappings (
    user_id int not null references users on delete cascade,
    from_voice text not null,
    to_voice text not null,
    primary key (user_id, from_voice)
  )`,
  `comment on table voice_mappings is 'In the organisation of user_id to_voice speaks where from_voice is chosen.'`,
  `create trigger stale_programmes_insert after insert on voice_mappings referencing new table as new_rows
    for each statement execute function mark_stale_by_owner()`,
  `create trigger stale_programmes_update after update on voice_mappings referencing old table as old_rows new table as new_rows
    for each statement execute function mark_stale_by_owner()`,
  `create trigger stale_programmes_delete after delete on voice_mappings referencing old table as old_rows
    for each statement execute function mark_stale_by_owner()`,
];
