import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Windows in which nobody is told of alarms at a node and below it, once or recurring. */
export const maintenanceWindows: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table maintenance_windows (
    window_id int generated always as identity primary key,
    company_id int not null references companies on delete cascade,
    name text not null,
    starts_at text not null,
    duration_minutes int not null,
    rrule text,
    exceptions jsonb not null default '[]',
    until_date text,
    revision int not null default 1,
    expanded_until timestamptz,
    created_by int references users on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `comment on column maintenance_windows.starts_at is 'Wall-clock time of the first one, in the zone of the node.'`,
  `comment on column maintenance_windows.expanded_until is 'Up to when its spans are stored; null: they are not.'`,
  `create index maintenance_windows_company on maintenance_windows (company_id)`,
  `create index maintenance_windows_created_by on maintenance_windows (created_by) where created_by is not null`,
  `create index maintenance_windows_expanded on maintenance_windows (expanded_until)`,

  `create table maintenance_spans (
    window_id int not null references maintenance_windows on delete cascade,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    company_id int not null references companies on delete cascade,
    primary key (window_id, starts_at)
  )`,
  `comment on table maintenance_spans is 'When the windows of the coming days begin and end.'`,
  `create index maintenance_spans_company on maintenance_spans (company_id, ends_at)`,
  `create index maintenance_spans_ended on maintenance_spans (ends_at)`,
];
