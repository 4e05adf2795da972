import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the devices of a place test whether they are heard, and what the tests have said. */
export const soundTests: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table companies add column sound_test jsonb`,
  `comment on column companies.sound_test is 'When the devices at this node and below it test their sound; null: inherited.'`,
  `create index companies_sound_test on companies (company_id) where sound_test is not null`,
  `create table sound_tests (
    test_id int generated always as identity primary key,
    device_id int not null references devices on delete cascade,
    owner_id int,
    command_id uuid unique,
    kind text not null check (kind in ('nightly', 'manual')),
    window_at timestamptz,
    attempts int not null default 1,
    at timestamptz not null default now(),
    level int not null,
    result text check (result in ('heard', 'not_heard', 'not_tested')),
    reason text,
    level_db double precision,
    noise_db double precision,
    changed boolean not null default false,
    players jsonb not null default '[]',
    unique (device_id, window_at)
  )`,
  `comment on table sound_tests is 'What devices have heard of themselves; the newest ones of each.'`,
  `comment on column sound_tests.owner_id is 'Of the device at that time: nobody else reads it.'`,
  `comment on column sound_tests.window_at is 'The beginning of the night; null: not a nightly test.'`,
  `comment on column sound_tests.result is 'null: the device has not answered yet.'`,
  `comment on column sound_tests.changed is 'Its level was not the usual one.'`,
  `comment on column sound_tests.level is 'The volume of the tones.'`,
  `create index sound_tests_device on sound_tests (device_id, at desc)`,
  `create index sound_tests_running on sound_tests (at) where result is null`,
];
