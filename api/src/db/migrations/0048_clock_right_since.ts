import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Since when no time of a device had to be corrected, so that its records are found by the time of its clock. The hour is for instances of the release
 * before, which do not set it during a rolling upgrade.
 */
export const clockRightSince: Migration = {
  async up(db) {
    await sql`
      alter table device_state
      add column clock_right_since timestamptz not null default now() + interval '1 hour'`.execute(db);
  },
};
