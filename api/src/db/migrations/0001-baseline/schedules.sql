-- Schedules, day programmes, holidays, bells, and what of them each device has.

create table holiday_calendars (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  days jsonb not null,
  created_at timestamptz not null default now(),
  created_by int references users on delete set null
);
create index holiday_calendars_user on holiday_calendars (user_id);
create index holiday_calendars_created_by on holiday_calendars (created_by) where created_by is not null;

create table schedules (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  action jsonb not null,
  starts_at text not null,
  duration_minutes int,
  rrule text,
  exceptions jsonb not null,
  until_date text,
  holiday_calendar_id int references holiday_calendars on delete set null,
  targets jsonb not null,
  priority int not null,
  volume int,
  missed jsonb not null,
  enabled boolean not null,
  revision int not null default 1,
  devices int not null default 0,
  time_zone text,
  occurrences int,
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by int references users on delete set null
);
comment on column schedules.starts_at is 'Wall-clock time in the zone of each place.';
comment on column schedules.devices is 'How many devices it reached when it was compiled last.';
comment on column schedules.time_zone is 'The first zone of these devices.';
comment on column schedules.occurrences is 'How often it happens in the compiled range, in all zones together, as counted when it was saved; null: not counted yet.';
comment on column schedules.problem is 'What could not be compiled.';
create index schedules_user on schedules (user_id);
create index schedules_holiday_calendar on schedules (holiday_calendar_id);
create index schedules_created_by on schedules (created_by) where created_by is not null;

create table schedule_feeds (
  user_id int primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);
comment on column schedule_feeds.token_hash is 'SHA-256 of the token in the link.';

create table schedule_tasks (
  run_id uuid,
  at timestamptz,
  kind text check (kind in ('maintenance', 'report', 'check')),
  schedule_id int not null references schedules on delete cascade,
  user_id int not null references users on delete cascade,
  due_at timestamptz not null,
  done_at timestamptz,
  primary key (run_id, at, kind)
);
comment on table schedule_tasks is 'What the server does at an instant of a schedule.';
create index schedule_tasks_user on schedule_tasks (user_id, due_at);
create index schedule_tasks_schedule on schedule_tasks (schedule_id);

create table day_programmes (
  company_id int primary key references companies on delete cascade,
  windows jsonb not null,
  updated_at timestamptz not null default now()
);

-- Places with equal inputs share their content, so that the same bells are not stored for each of 10,000 devices.
create table programme_contents (
  user_id int,
  hash text,
  content text not null,
  schedule_ids int[] not null,
  checks jsonb not null,
  emergency_ids uuid[] not null default '{}',
  emergency_message_ids int[] not null default '{}',
  time_zone text,
  run_ids uuid[],
  run_ats timestamptz[],
  next_run_at timestamptz,
  primary key (user_id, hash)
);
comment on column programme_contents.content is 'The fields of the body that devices with this content share, as JSON without the braces.';
comment on column programme_contents.emergency_ids is 'The receipt ids of the prepared emergencies; `emergency_message_ids` has their messages in the same order.';
comment on column programme_contents.time_zone is 'The zone of the places.';
comment on column programme_contents.run_ids is 'The runs and their instants in the same order.';
comment on column programme_contents.next_run_at is 'The first run that is not recorded as expected; null: none.';
create index programme_contents_next_run on programme_contents (next_run_at) where next_run_at is not null;

create table programmes (
  device_id int primary key references devices on delete cascade,
  user_id int not null,
  content_hash text not null,
  version int not null,
  sha256 text not null,
  announced int,
  announce_at timestamptz,
  compiled_at timestamptz not null default now()
);
comment on column programmes.user_id is 'The owner for whom it was compiled; 0: none.';
comment on column programmes.sha256 is 'The hash of the whole body.';
comment on column programmes.announced is 'The version that the broker has; null: none.';
comment on column programmes.announce_at is 'The version is not announced before this time; null: it is announced immediately.';
create index programmes_user on programmes (user_id, content_hash);
create index programmes_unannounced on programmes (device_id) where announced is distinct from version;

create table programme_owners (
  user_id int primary key,
  lease uuid,
  leased_at timestamptz,
  rendering_at timestamptz,
  compiled_until timestamptz,
  failures int not null default 0,
  set_aside_at timestamptz
);
comment on column programme_owners.user_id is '0: the devices without owner.';
comment on column programme_owners.lease is 'The lease of the job that compiles for this owner; null: none.';
comment on column programme_owners.rendering_at is 'The time since when texts of this owner are being rendered; null: none are.';
comment on column programme_owners.failures is 'Compilations in a row that have failed.';
comment on column programme_owners.set_aside_at is 'The time since when nothing is compiled for this owner, because it failed; null: it is.';

create table bell_timetables (
  timetable_id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  colour text not null,
  volume int,
  bells jsonb not null,
  revision int not null default 1,
  problem text,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column bell_timetables.problem is 'Why some of its bells could not be compiled.';
create index bell_timetables_user on bell_timetables (user_id);
create index bell_timetables_created_by on bell_timetables (created_by) where created_by is not null;

create table bell_places (
  company_id int primary key references companies on delete cascade,
  weekdays jsonb,
  holiday_calendar_id int references holiday_calendars on delete set null,
  holiday_timetable_id int references bell_timetables on delete set null,
  silent_from timestamptz,
  silent_until timestamptz,
  skipped text[] not null default '{}',
  changed_at timestamptz not null default now()
);
comment on table bell_places is 'Nodes with bells of their own: a week, painted days or a silence.';
comment on column bell_places.weekdays is 'The timetables from Monday to Sunday, null for none; null: the node inherits the week.';
comment on column bell_places.skipped is 'Local times at which no bell rings here and below, as 2026-11-23T08:00:00; with >2026-11-23T08:10:00 it rings then.';
comment on column bell_places.changed_at is 'The last change of the row or of the painted days; what was before it is not rung again.';
create index bell_places_holiday_calendar on bell_places (holiday_calendar_id) where holiday_calendar_id is not null;
create index bell_places_holiday_timetable on bell_places (holiday_timetable_id) where holiday_timetable_id is not null;

create table bell_days (
  company_id int references bell_places on delete cascade,
  date text,
  timetable_id int references bell_timetables on delete cascade,
  primary key (company_id, date)
);
comment on table bell_days is 'Days that are painted at a node; timetable_id null: no bells.';
create index bell_days_timetable on bell_days (timetable_id, date) where timetable_id is not null;

-- A new role or password, or a block, ends the iCalendar link of the user, as it ends the sessions.
create function end_schedule_feed() returns trigger language plpgsql as $$
begin
  delete from schedule_feeds where user_id = new.id;
  return null;
end $$;
create trigger users_end_schedule_feed after update of role, password_hash, blocked, active on users for each row when ((old.role, old.password_hash, old.blocked, old.active) is distinct from (new.role, new.password_hash, new.blocked, new.active)) execute function end_schedule_feed();
