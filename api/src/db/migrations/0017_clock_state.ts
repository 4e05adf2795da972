import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What devices report of their clocks, so that people see which would not begin together with others. */
export const clockState: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table device_state
    add column clock_offset_ms real,
    add column clock_synchronised boolean`,
  `comment on column device_state.clock_offset_ms is 'By how much its clock is ahead of the true time, as its time service estimates; null: unknown.'`,
  `comment on column device_state.clock_synchronised is 'Whether its time service has set its clock; null: the device does not report it.'`,
];
