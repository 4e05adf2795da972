import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was announced at the places of a person, by time. */
export const proofOfPlay: Migration = {
  async up(db) {
    await sql`create index announcement_deliveries_user on announcement_deliveries (user_id, at desc)`.execute(db);
    await sql`create index announcement_deliveries_at on announcement_deliveries (at desc)`.execute(db);
  },
};
