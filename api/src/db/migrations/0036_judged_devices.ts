import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether the alarms of devices are decided about, which they are not shortly after a start. */
export const judgedDevices: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table alarm_progress add column checking_since timestamptz`,
  `comment on column alarm_progress.checking_since is 'Since when devices are waited for, and none is judged; null: they are judged.'`,
];
