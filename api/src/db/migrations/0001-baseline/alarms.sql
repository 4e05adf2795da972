-- What is wrong, who is told, reports, tests of the sound, and messages in browsers.

create table alarms (
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
  device_count int not null default 0,
  detail text
);
comment on column alarms.subject is 'What it is about: device:12, node:5, organisation:3, schedule:9 or installation.';
comment on column alarms.owner_id is 'The owner of the tree; null: it is about the installation.';
comment on column alarms.place is 'The name of the node when the alarm was raised.';
comment on column alarms.tell is 'Who is told, by the rules that held when it was raised.';
comment on column alarms.rises_at is 'When its severity rises next; null: it does not.';
comment on column alarms.escalates_at is 'When it is escalated unless somebody has acknowledged it; null: it is not.';
comment on column alarms.merged_into is 'The alarm that has replaced it.';
comment on column alarms.detail is 'Which one it is, and why, when it was raised; null: the kind says it.';
-- Two evaluators cannot raise the same alarm twice.
create unique index alarms_open_once on alarms (kind, subject) where cleared_at is null;
create index alarms_owner on alarms (owner_id, raised_at desc, alarm_id desc);
create index alarms_raised on alarms (raised_at desc, alarm_id desc);
create index alarms_company on alarms (company_id) where company_id is not null;
create index alarms_open on alarms (owner_id, raised_at desc) where cleared_at is null;
create index alarms_due on alarms (least(rises_at, escalates_at, snoozed_until)) where cleared_at is null;
create index alarms_cleared on alarms (cleared_at) where cleared_at is not null;
create index alarms_acknowledged_by on alarms (acknowledged_by) where acknowledged_by is not null;

create table alarm_conditions (
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
  detail text,
  unique (kind, subject)
);
comment on table alarm_conditions is 'What is wrong, and what was wrong shortly before. A row ends some time after its condition.';
comment on column alarm_conditions.since is 'Since when it is bad, or good again.';
comment on column alarm_conditions.changes is 'The last changes, the newest at the end.';
comment on column alarm_conditions.value is 'What was measured when it began, in the unit of the kind.';
comment on column alarm_conditions.alarm_id is 'The open alarm to which it belongs; null: none is raised.';
comment on column alarm_conditions.due_at is 'When the evaluator looks at it next; in the year 9999: after its next change.';
comment on column alarm_conditions.detail is 'Which one it is, and why, when it began; null: the kind says it.';
create index alarm_conditions_due on alarm_conditions (due_at);
create index alarm_conditions_alarm on alarm_conditions (alarm_id) where alarm_id is not null;
create index alarm_conditions_device on alarm_conditions (device_id) where device_id is not null;
create index alarm_conditions_owner on alarm_conditions (owner_id, kind);
create index alarm_conditions_company on alarm_conditions (company_id) where company_id is not null;

create table alarm_devices (
  alarm_id int references alarms on delete cascade,
  device_id int references devices on delete cascade,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (alarm_id, device_id)
);
comment on table alarm_devices is 'The devices of an alarm, also after it is cleared.';
create index alarm_devices_device on alarm_devices (device_id);

create table alarm_events (
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
);
comment on table alarm_events is 'What happened to alarms; written in the transaction that changes the alarm.';
comment on column alarm_events.by_user_id is 'Who did it; null: Belfry, or somebody whose account is gone.';
comment on column alarm_events.pending is 'The listeners that have not been told yet.';
create index alarm_events_alarm on alarm_events (alarm_id, event_id);
create index alarm_events_pending on alarm_events (event_id) where pending <> '{}';
create index alarm_events_by on alarm_events (by_user_id) where by_user_id is not null;
create unique index alarm_events_once on alarm_events (alarm_id, event) where event in ('raised', 'cleared');

create table alarm_rules (
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
);
comment on table alarm_rules is 'What holds for a kind of alarm at a node and below it; null: inherited.';
create index alarm_rules_threshold on alarm_rules (kind, threshold) where threshold is not null;
create index alarm_rules_updated_by on alarm_rules (updated_by) where updated_by is not null;

create table alarm_progress (
  only_row boolean default true primary key check (only_row),
  evaluated_at timestamptz,
  checking_since timestamptz
);
comment on table alarm_progress is 'One row: when alarms were last evaluated, by any instance.';
comment on column alarm_progress.checking_since is 'Since when devices are waited for, and none is judged; null: they are judged.';

create table maintenance_windows (
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
);
comment on column maintenance_windows.starts_at is 'Wall-clock time of the first one, in the zone of the node.';
comment on column maintenance_windows.expanded_until is 'Up to when its spans are stored; null: they are not.';
create index maintenance_windows_company on maintenance_windows (company_id);
create index maintenance_windows_created_by on maintenance_windows (created_by) where created_by is not null;
create index maintenance_windows_expanded on maintenance_windows (expanded_until);

create table maintenance_spans (
  window_id int references maintenance_windows on delete cascade,
  starts_at timestamptz,
  ends_at timestamptz not null,
  company_id int not null references companies on delete cascade,
  primary key (window_id, starts_at)
);
comment on table maintenance_spans is 'When the windows of the coming days begin and end.';
create index maintenance_spans_company on maintenance_spans (company_id, ends_at);
create index maintenance_spans_ended on maintenance_spans (ends_at);

create table alarm_notices (
  notice_id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  alarm_id int not null references alarms on delete cascade,
  event text not null,
  severity text not null,
  due_at timestamptz not null,
  told_at timestamptz
);
comment on table alarm_notices is 'Whom an alarm is to be told, and whom it was told.';
comment on column alarm_notices.told_at is 'When the message was given to the outbox; null: it waits.';
create index alarm_notices_due on alarm_notices (due_at) where told_at is null;
create index alarm_notices_alarm on alarm_notices (alarm_id);
create index alarm_notices_person on alarm_notices (user_id, channel, told_at desc);

create table push_keys (
  singleton boolean default true primary key check (singleton),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
comment on table push_keys is 'The key with which the installation signs messages to browsers (VAPID), generated once.';
comment on column push_keys.sealed is 'The private key, encrypted with a key derived from SERVICE_SECRET.';

create table push_subscriptions (
  subscription_id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  key_id bigint references user_keys on delete set null,
  endpoint text not null unique,
  p256dh text not null,
  auth bytea not null,
  user_agent text,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  last_success_at timestamptz
);
comment on table push_subscriptions is 'Browsers that take messages for a person.';
comment on column push_subscriptions.key_id is 'Of the session of that browser; null: it has passed, and nobody has signed out.';
comment on column push_subscriptions.endpoint is 'The address at the push service of the browser. Whoever knows it could send.';
comment on column push_subscriptions.auth is 'Encrypted with a key derived from SERVICE_SECRET.';
comment on column push_subscriptions.failures is 'Messages in a row that were given up.';
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_key on push_subscriptions (key_id) where key_id is not null;

create table alarm_reports (
  company_id int references companies on delete cascade,
  month text,
  owner_id int not null references users on delete cascade,
  report text not null,
  made_at timestamptz not null default now(),
  primary key (company_id, month)
);
comment on table alarm_reports is 'Reports of months that are over: what they are computed from is kept for 90 days.';
comment on column alarm_reports.report is 'JSON as it is answered.';
create index alarm_reports_owner on alarm_reports (owner_id, made_at desc);

create table report_mails (
  user_id int primary key references users on delete cascade,
  month text not null
);
comment on table report_mails is 'The last month, as 2026-11, of which a person got a mail.';

create table sound_tests (
  test_id int generated always as identity primary key,
  device_id int not null references devices on delete cascade,
  owner_id int,
  command_id uuid unique,
  kind text not null check (kind in ('nightly', 'manual', 'passive')),
  window_at timestamptz,
  attempts int not null default 1,
  at timestamptz not null default now(),
  level int not null,
  result text check (result in ('heard', 'not_heard', 'not_tested')),
  reason text,
  level_db double precision,
  noise_db double precision,
  changed boolean not null default false,
  players jsonb not null default '[]',
  run_id uuid,
  unique (device_id, window_at)
);
comment on table sound_tests is 'What devices have heard of themselves; the newest ones of each.';
comment on column sound_tests.owner_id is 'Of the device at that time: nobody else reads it.';
comment on column sound_tests.window_at is 'The beginning of the night; null: not a nightly test.';
comment on column sound_tests.level is 'The volume of the tones.';
comment on column sound_tests.result is 'null: the device has not answered yet.';
comment on column sound_tests.changed is 'Its level was not the usual one.';
comment on column sound_tests.run_id is 'Of the announcement that was played; null: a test.';
create index sound_tests_device on sound_tests (device_id, at desc);
create index sound_tests_running on sound_tests (at) where result is null;
create unique index sound_tests_run on sound_tests (device_id, run_id);

-- Whoever may read the alarm by its rule at this moment: asked when it is noted, and again when it is told.
create function alarm_recipients(alarm int) returns table(user_id int) language sql stable as $$
    with a as (
      select owner_id, company_id, coalesce(tell -> 'roles', '["technician", "manager"]') as roles, coalesce(tell -> 'people', '[]') as people
      from alarms where alarm_id = alarm
    ), found as (
      select u.id from a join users u on u.role in ('root', 'admin') where a.owner_id is null
      union
      select a.owner_id from a where a.owner_id is not null and (a.roles ? 'manager' or a.people @> to_jsonb(a.owner_id))
      union
      select r.user_id from a join node_rights r on r.company_id = a.company_id join memberships m on m.member_id = r.member_id
      where (r.expires_at is null or r.expires_at > now()) and (a.roles ? m.role or (a.people @> to_jsonb(r.user_id) and r.rights & 1 > 0))
      union
      select m.user_id from a join companies c on c.user_id = a.owner_id and c.level = 0 join memberships m on m.company_id = c.company_id
      where a.company_id is null and (m.expires_at is null or m.expires_at > now()) and (a.roles ? m.role or a.people @> to_jsonb(m.user_id))
    )
    select u.id from found join users u on u.id = found.id where not u.blocked and not u.program
  $$;

-- Who signs out gets nothing more in that browser. A session that has passed by itself ends nothing: people are told while they are away.
create function end_push_of_session() returns trigger language plpgsql as $$
  begin
    delete from push_subscriptions where key_id = new.id;
    return null;
  end $$;
create trigger user_keys_end_push after update of revoked_at on user_keys for each row when (old.revoked_at is null and new.revoked_at is not null and new.expires_at > now()) execute function end_push_of_session();

create function end_push_of_person() returns trigger language plpgsql as $$
  begin
    delete from push_subscriptions where user_id = new.id;
    return null;
  end $$;
create trigger users_end_push after update of role, password_hash, blocked, active on users for each row when ((old.role, old.password_hash, old.blocked, old.active) is distinct from (new.role, new.password_hash, new.blocked, new.active)) execute function end_push_of_person();

insert into alarm_progress default values;
