import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the next days of a programme are announced, so that a large fleet does not fetch at once. */
export const programmeSpread: Migration = {
  async up(db) {
    await sql`alter table stale_programmes add column due boolean not null default false`.execute(db);
    await sql`alter table programmes add column announce_at timestamptz`.execute(db);
  },
};
