import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reports of months that are over, as they were computed, and who gets a mail about each month. */
export const reports: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table alarm_reports (
    company_id int not null references companies on delete cascade,
    month text not null,
    owner_id int not null references users on delete cascade,
    report text not null,
    made_at timestamptz not null default now(),
    primary key (company_id, month)
  )`,
  `comment on table alarm_reports is 'Reports of months that are over: what they are computed from is kept for 90 days.'`,
  `comment on column alarm_reports.report is 'JSON as it is answered.'`,
  `create index alarm_reports_owner on alarm_reports (owner_id, made_at desc)`,
  `alter table user_settings add column report_mail boolean not null default false`,
  `comment on column user_settings.report_mail is 'Whether the person gets a mail about each month.'`,
  `create index user_settings_report_mail on user_settings (user_id) where report_mail`,
  `create table report_mails (
    user_id int primary key references users on delete cascade,
    month text not null
  )`,
  `comment on table report_mails is 'The last month, as 2026-11, of which a person got a mail.'`,
];
