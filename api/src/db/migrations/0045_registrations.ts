import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes of registrations have a share of their own of the text messages. */
export const registrations: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table message_ledger drop constraint message_ledger_class_check, add constraint message_ledger_class_check
    check (class in ('code', 'confirmation', 'emergency', 'notice', 'registration', 'text', 'urgent'))`,
] as const;
