import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The right to send text messages to typed numbers, which administrators give. */
export const mayTextAnyNumber: Migration = {
  async up(db) {
    await sql`alter table users add column may_text_any_number boolean not null default false`.execute(db);
  },
};
