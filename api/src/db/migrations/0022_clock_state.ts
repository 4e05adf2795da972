import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What devices report of their clocks, and at which places those whose clock is off are left out of what begins together. */
export const clockState: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create function mark_stale_by_clock() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id, device_id)
      select d.user_id, d.device_id from devices d
      where d.device_id = new.device_id
        and exists (select from companies c where c.user_id = d.user_id and c.clock_required);
      return null;
    end $$`,
  `alter table companies add column clock_required boolean`,
  `comment on column companies.clock_required is 'Devices at this node and below whose clock is off are left out of what begins together; null: inherited.'`,
  `alter table device_state
    add column clock_offset_ms real,
    add column clock_synchronised boolean`,
  `comment on column device_state.clock_offset_ms is 'By how much its clock is ahead of the true time, as its time service estimates; null: unknown.'`,
  `comment on column device_state.clock_synchronised is 'Whether its time service has set its clock; null: the device does not report it.'`,
  `create trigger device_state_note_clock after update of clock_synchronised on device_state
    for each row when ((old.clock_synchronised is null) <> (new.clock_synchronised is null)) execute function mark_stale_by_clock()`,
];
