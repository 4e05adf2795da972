import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What places should play, as their programmes say, when by the wall clock of the place, when a place told about it, and by which clock. */
export const expectedRuns: Migration = {
  async up(db) {
    await sql`
      alter table programme_contents add column time_zone text, add column run_ids uuid[], add column run_ats timestamptz[],
        add column next_run_at timestamptz`.execute(db);
    await sql`
      create index programme_contents_next_run on programme_contents (next_run_at) where next_run_at is not null`.execute(
      db,
    );
    await sql`
      alter table announcement_deliveries add column time_zone text, add column local_at timestamp,
        add column reported_at timestamptz, add column clock_skew_ms bigint`.execute(db);
  },
};
