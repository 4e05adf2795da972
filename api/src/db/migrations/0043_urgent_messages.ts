import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Critical alarms and escalations have budgets of their own; a person is told which messages to them wait. */
export const urgentMessages: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table message_ledger drop constraint message_ledger_class_check,
    add constraint message_ledger_class_check check (class in ('code', 'confirmation', 'emergency', 'notice', 'text', 'urgent'))`,
  `create index message_digests_by_recipient on message_digests (recipient)`,
] as const;
