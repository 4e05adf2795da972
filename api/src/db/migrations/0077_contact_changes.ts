import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes that confirm a new mail or phone of an account; the check of the purposes goes, since the types of the api are the list of them. */
export const contactChanges: Migration = {
  async up(db) {
    await sql`alter table confirmation_codes drop constraint confirmation_codes_purpose_check`.execute(db);
    await sql`alter table confirmation_codes add column contact text`.execute(db);
  },
};
