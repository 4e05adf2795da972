import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Alarms with the conditions that cause them, what happened to them, and the rules at nodes. */
export const alarms: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table alarms (
    alarm_id int generated always as identity primary key,
    kind text not null,
    subject text not null,
    owner_id int references users on delete cascade,
    company_id int references companies on delete set null,
    place text,
    severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
    state text not null default 'open' check (state in ('open', 'acknowledged', 'snoozed', 'cleared')),
    tell jsonb not null default '{}',
    raised_at timestamptz not null,
    rises_after_minutes int,
    rises_at timestamptz,
    escalates_at timestamptz,
    snoozed_until timestamptz,
    acknowledged_at timestamptz,
    acknowledged_by int references users on delete set null,
    cleared_at timestamptz,
    merged_into int,
    device_count int not null default 0
  )`,
  `comment on column alarms.subject is 'What it is about: device:12, node:5, organisation:3, schedule:9 or installation.'`,
  `comment on column alarms.owner_id is 'The owner of the tree; null: it is about the installation.'`,
  `comment on column alarms.place is 'The name of the node when the alarm was raised.'`,
  `comment on column alarms.tell is 'Who is told, by the rules that held when it was raised.'`,
  `comment on column alarms.rises_at is 'When its severity rises next; null: it does not.'`,
  `comment on column alarms.escalates_at is 'When it is escalated unless somebody has acknowledged it; null: it is not.'`,
  `comment on column alarms.merged_into is 'The alarm that has replaced it.'`,
  // Two evaluators cannot raise the same alarm twice.
  `create unique index alarms_open_once on alarms (kind, subject) where cleared_at is null`,
  `create index alarms_owner on alarms (owner_id, raised_at desc, alarm_id desc)`,
  `create index alarms_company on alarms (company_id) where company_id is not null`,
  `create index alarms_open on alarms (owner_id, raised_at desc) where cleared_at is null`,
  `create index alarms_due on alarms ((least(rises_at, escalates_at, snoozed_until))) where cleared_at is null`,
  `create index alarms_cleared on alarms (cleared_at) where cleared_at is not null`,
  `create index alarms_acknowledged_by on alarms (acknowledged_by) where acknowledged_by is not null`,

  `create table alarm_conditions (
    condition_id int generated always as identity primary key,
    kind text not null,
    subject text not null,
    owner_id int references users on delete cascade,
    device_id int references devices on delete cascade,
    company_id int references companies on delete set null,
    bad boolean not null,
    since timestamptz not null,
    changes timestamptz[] not null default '{}',
    value double precision,
    alarm_id int references alarms on delete set null,
    due_at timestamptz not null,
    unique (kind, subject)
  )`,
  `comment on table alarm_conditions is 'What is wrong, and what was wrong shortly before. A row ends some time after its condition.'`,
  `comment on column alarm_conditions.since is 'Since when it is bad, or good again.'`,
  `comment on column alarm_conditions.changes is 'The last changes, the newest at the end.'`,
  `comment on column alarm_conditions.value is 'What was measured when it began, in the unit of the kind.'`,
  `comment on column alarm_conditions.alarm_id is 'The open alarm to which it belongs; null: none is raised.'`,
  `comment on column alarm_conditions.due_at is 'When the evaluator looks at it next; in the year 9999: after its next change.'`,
  `create index alarm_conditions_due on alarm_conditions (due_at)`,
  `create index alarm_conditions_alarm on alarm_conditions (alarm_id) where alarm_id is not null`,
  `create index alarm_conditions_device on alarm_conditions (device_id) where device_id is not null`,
  `create index alarm_conditions_owner on alarm_conditions (owner_id, kind)`,
  `create index alarm_conditions_company on alarm_conditions (company_id) where company_id is not null`,

  `create table alarm_devices (
    alarm_id int not null references alarms on delete cascade,
    device_id int not null references devices on delete cascade,
    joined_at timestamptz not null,
    left_at timestamptz,
    primary key (alarm_id, device_id)
  )`,
  `comment on table alarm_devices is 'The devices of an alarm, also after it is cleared.'`,
  `create index alarm_devices_device on alarm_devices (device_id)`,

  `create table alarm_events (
    event_id int generated always as identity primary key,
    alarm_id int not null references alarms on delete cascade,
    event text not null,
    at timestamptz not null,
    severity text not null,
    state text not null,
    by_user_id int references users on delete set null,
    comment text,
    device_count int not null,
    pending text[] not null default '{}'
  )`,
  `comment on table alarm_events is 'What happened to alarms; written in the transaction that changes the alarm.'`,
  `comment on column alarm_events.by_user_id is 'Who did it; null: Belfry, or somebody whose account is gone.'`,
  `comment on column alarm_events.pending is 'The listeners that have not been told yet.'`,
  `create index alarm_events_alarm on alarm_events (alarm_id, event_id)`,
  `create index alarm_events_pending on alarm_events (event_id) where pending <> '{}'`,
  `create index alarm_events_by on alarm_events (by_user_id) where by_user_id is not null`,
  `create unique index alarm_events_once on alarm_events (alarm_id, event) where event in ('raised', 'cleared')`,

  `create table alarm_rules (
    rule_id int generated always as identity primary key,
    company_id int not null references companies on delete cascade,
    kind text not null,
    enabled boolean,
    delay_s int,
    clear_after_s int,
    threshold double precision,
    severity text check (severity in ('low', 'medium', 'high', 'critical')),
    rises_after_minutes int,
    tell jsonb,
    escalate_after_minutes int,
    revision int not null default 1,
    updated_by int references users on delete set null,
    updated_at timestamptz not null default now(),
    unique (company_id, kind)
  )`,
  `comment on table alarm_rules is 'What holds for a kind of alarm at a node and below it; null: inherited.'`,
  `create index alarm_rules_threshold on alarm_rules (kind, threshold) where threshold is not null`,
  `create index alarm_rules_updated_by on alarm_rules (updated_by) where updated_by is not null`,

  `create table alarm_progress (
    only_row boolean primary key default true check (only_row),
    evaluated_at timestamptz
  )`,
  `comment on table alarm_progress is 'One row: when alarms were last evaluated, by any instance.'`,
  `insert into alarm_progress default values`,
];
