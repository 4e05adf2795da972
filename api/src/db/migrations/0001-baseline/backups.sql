-- Backups and their settings.

create table backup_settings (
  only_row boolean default true primary key check (only_row),
  schedule text not null default 'off' check (schedule in ('off', 'daily', 'weekly', 'monthly')),
  scheduled_at timestamptz not null default now(),
  hour int not null default 3 check (hour >= 0 and hour <= 23),
  time_zone text not null default 'UTC',
  keep int not null default 7 check (keep > 0),
  target text,
  test_restore boolean not null default true,
  passphrase bytea,
  revision int not null default 1,
  updated_by int references users on delete set null
);
comment on column backup_settings.scheduled_at is 'Since when backups are due: when the schedule was last set.';
comment on column backup_settings.target is 'A folder or an address of S3; null: the first of BACKUP_TARGETS.';
comment on column backup_settings.passphrase is 'Sealed with SERVICE_SECRET.';

create table backups (
  backup_id int generated always as identity primary key,
  file text not null,
  target text not null,
  cause text not null check (cause in ('schedule', 'person', 'command')),
  state text not null check (state in ('running', 'done', 'failed')),
  started_by int references users on delete set null,
  started_at timestamptz not null,
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  bytes bigint not null default 0,
  missing_files int not null default 0,
  error text,
  tested_at timestamptz,
  test_error text,
  deleted_at timestamptz
);
comment on table backups is 'Backups that this machine has made. They are in no backup.';
comment on column backups.alive_at is 'When the process that makes it said last that it goes on.';
create unique index backups_running on backups (state) where state = 'running';
create index backups_started on backups (started_at desc);

insert into backup_settings default values;
