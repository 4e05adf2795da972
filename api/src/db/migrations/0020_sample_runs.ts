import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const STATES = ['running', 'paused', 'stopped', 'done'];

/** Bulk creations of voice samples, of which one at a time is running or paused. */
export const sampleRuns: Migration = {
  async up(db) {
    await sql`
      create table sample_runs (
        id int generated always as identity primary key,
        state text not null default 'running' check (state in ${oneOf(STATES)}),
        pause_reason text check (pause_reason in ('user', 'provider')),
        voices text[] not null,
        position int not null default 0,
        pausable_from int not null default 0,
        success int not null default 0,
        error_count int not null default 0,
        errors jsonb not null default '[]',
        last_error text,
        started_by int references users on delete set null,
        started_at timestamptz not null default now(),
        ended_at timestamptz
      )`.execute(db);
    await sql`
      create unique index sample_runs_active on sample_runs ((true)) where state in ('running', 'paused')`.execute(db);
  },
};
