import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a job last worked on a run, so that one which lost its job is continued. */
export const sampleRunChecks: Migration = {
  async up(db) {
    await sql`alter table sample_runs add column checked_at timestamptz not null default now()`.execute(db);
  },
};
