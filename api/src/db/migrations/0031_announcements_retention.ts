import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the deletion of old receipts needs. Their runs may be gone, so they are found by their age. */
export const announcementsRetention: Migration = {
  async up(db) {
    await sql`create index announcement_receipts_received on announcement_receipts (received_at)`.execute(db);
  },
};
