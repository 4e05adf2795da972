import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often each schedule happens, for the limit per owner, and owners whose programmes cannot be compiled. */
export const scheduleOccurrences: Migration = {
  async up(db) {
    await sql`alter table schedules add column occurrences int`.execute(db);
    await sql`
      alter table programme_owners
      add column failures int not null default 0,
      add column set_aside_at timestamptz`.execute(db);
  },
};
