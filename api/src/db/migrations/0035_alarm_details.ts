import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an alarm is about where its kind, place and devices do not say it. */
export const alarmDetails: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table alarm_conditions add column detail text`,
  `alter table alarms add column detail text`,
  `comment on column alarm_conditions.detail is 'Which one it is, and why, when it began; null: the kind says it.'`,
  `comment on column alarms.detail is 'Which one it is, and why, when it was raised; null: the kind says it.'`,
];
