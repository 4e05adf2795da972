-- Commands with one delivery per device, and their runs in waves.

create table commands (
  id uuid primary key,
  command text not null,
  params jsonb not null,
  target text not null check (target in ('device', 'fleet', 'run')),
  paused boolean not null default false,
  background boolean not null default false,
  issued_by int references users on delete set null,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
comment on column commands.id is 'Also the correlation id in MQTT messages.';
comment on column commands.paused is 'Deliveries that wait for their devices are not sent in that time.';
comment on column commands.background is 'Sent by a page to read what it shows; see CMD-27.';
-- Without this index the deletion of a user scans all commands.
create index commands_issued_by on commands (issued_by) where issued_by is not null;
-- For the deletion of old commands.
create index commands_issued on commands (issued_at);

create table command_deliveries (
  command_id uuid references commands on delete cascade,
  device_id int references devices on delete cascade,
  state text not null check (state in ('queued', 'sent', 'accepted', 'succeeded', 'failed', 'timed_out', 'expired', 'cancelled')),
  phase text,
  progress jsonb,
  success boolean,
  result jsonb,
  error text,
  error_type text,
  execution_time_ms int,
  issued_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  settled_at timestamptz,
  expires_at timestamptz not null,
  deadline_at timestamptz not null,
  held boolean not null default false,
  claimed_until timestamptz,
  primary key (command_id, device_id)
);
comment on table command_deliveries is 'One command for one device, with its state and result.';
comment on column command_deliveries.expires_at is 'The delivery expires then unless the device has accepted the command.';
comment on column command_deliveries.deadline_at is 'An accepted command that has not ended by then is timed out.';
comment on column command_deliveries.held is 'While it is queued it waits for the device; see CMD-16.';
comment on column command_deliveries.claimed_until is 'Until then the instance that has claimed the delivery may publish it, and the others do not.';
create index command_deliveries_device on command_deliveries (device_id, issued_at desc);
create index command_deliveries_undelivered on command_deliveries (expires_at) where state in ('queued', 'sent');
create index command_deliveries_running on command_deliveries (deadline_at) where state = 'accepted';
create index command_deliveries_held on command_deliveries (device_id) where held and state in ('queued', 'sent');

-- The deliveries of a run are those of the command with its id.
create table command_runs (
  id uuid primary key references commands on delete cascade,
  issued_by int references users on delete cascade,
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'finished', 'cancelled')),
  reason text,
  wave_size int not null,
  pause_s int not null,
  max_error_rate double precision not null,
  queue_offline boolean not null,
  expires_in_s int,
  devices int not null,
  waves int not null,
  wave int not null default 0,
  errors_from_wave int not null default 1,
  next_wave_at timestamptz,
  step int not null default 0,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  owner_id int references users on delete set null
);
comment on table command_runs is 'One command for many devices in waves; the command has the same id.';
comment on column command_runs.reason is 'Why it was stopped.';
comment on column command_runs.max_error_rate is '0 to 1.';
comment on column command_runs.wave is 'The last one that was sent; 0 before the first.';
comment on column command_runs.errors_from_wave is 'Failures of earlier waves do not stop the run, because a user resumed it in spite of them.';
comment on column command_runs.next_wave_at is 'Set while the run waits between two waves.';
comment on column command_runs.step is 'The job that continues the run names this number, so that others do nothing.';
comment on column command_runs.owner_id is 'The owner of all of its devices, where a member has started it.';
create index command_runs_issued_by on command_runs (issued_by, created_at desc);
create index command_runs_created on command_runs (created_at desc);
create index command_runs_running on command_runs (checked_at) where state = 'running';
create index command_runs_owner on command_runs (owner_id, created_at desc) where owner_id is not null;

create table command_run_devices (
  run_id uuid references command_runs on delete cascade,
  device_id int references devices on delete cascade,
  wave int not null,
  primary key (run_id, device_id)
);
comment on table command_run_devices is 'A device of a run and the wave, from 1, in which it receives the command.';
create index command_run_devices_wave on command_run_devices (run_id, wave);
-- Without this index the deletion of a device scans all runs.
create index command_run_devices_device on command_run_devices (device_id);
