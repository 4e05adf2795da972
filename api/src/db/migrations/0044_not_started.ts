import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which emergencies were not started is asked for every few seconds. */
export const notStarted: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create index trigger_firings_not_started on trigger_firings (created_at) where state in ('limited', 'refused', 'failed')`,
] as const;
