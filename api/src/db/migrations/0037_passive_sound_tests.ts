import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What devices hear of the announcements that they play. */
export const passiveSoundTests: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create function mark_stale_by_listening() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id, device_id)
      select d.user_id, d.device_id from devices d
      where d.device_id = new.device_id
        and exists (select from companies c where c.user_id = d.user_id and (c.sound_test ->> 'passive')::bool);
      return null;
    end $$`,
  `alter table device_state add column listens boolean not null default false`,
  `comment on column device_state.listens is 'It has a microphone that listens while announcements are played.'`,
  `create trigger device_state_note_listening after update of listens on device_state
    for each row when (old.listens is distinct from new.listens) execute function mark_stale_by_listening()`,
  `alter table sound_tests drop constraint sound_tests_kind_check, add check (kind in ('nightly', 'manual', 'passive'))`,
  `alter table sound_tests add column run_id uuid`,
  `comment on column sound_tests.run_id is 'Of the announcement that was played; null: a test.'`,
  `create unique index sound_tests_run on sound_tests (device_id, run_id)`,
];
