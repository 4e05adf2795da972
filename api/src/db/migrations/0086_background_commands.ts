import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Commands with which a page reads what it shows, which are not in the history of the device; see CMD-27. */
export const backgroundCommands: Migration = {
  async up(db) {
    await sql`alter table commands add column background boolean not null default false`.execute(db);
  },
};
