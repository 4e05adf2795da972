-- Archives of firmware and their rollouts.

create table firmware_archives (
  filename text primary key,
  version double precision not null,
  firmware_version text,
  size int not null,
  sha256 text not null,
  signature text not null,
  created timestamptz not null,
  added_by int references users on delete set null,
  added_at timestamptz not null default now()
);
comment on column firmware_archives.filename is 'Also the name of the file in DATA_DIR/archives.';
comment on column firmware_archives.created is 'The time of creation in the manifest.';

create table firmware_signing_key (
  only_row boolean default true primary key check (only_row),
  sealed bytea not null,
  stored_at timestamptz not null default now()
);
comment on table firmware_signing_key is 'At most one row: the private key in PEM, sealed.';

create table firmware_rollouts (
  id uuid primary key,
  filename text not null,
  firmware_version text not null,
  params jsonb not null,
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'finished', 'cancelled')),
  reason text,
  phases jsonb not null,
  phase int not null default 0,
  next_phase_at timestamptz,
  max_error_rate double precision not null,
  phase_pause_s int not null,
  judged_from timestamptz not null default now(),
  devices int not null,
  step int not null default 0,
  checked_at timestamptz not null default now(),
  started_by int references users on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on column firmware_rollouts.reason is 'Why it was stopped.';
comment on column firmware_rollouts.phase is 'The current one, from 0.';
comment on column firmware_rollouts.next_phase_at is 'Set while it waits between two phases.';
comment on column firmware_rollouts.judged_from is 'Devices that had the command before do not stop the rollout, because a user resumed it in spite of them.';
comment on column firmware_rollouts.step is 'The job that continues the rollout names this number, so that others do nothing.';
-- A device could otherwise be told to install two versions at the same time.
create unique index firmware_rollouts_active on firmware_rollouts ((true)) where state in ('running', 'paused');
create index firmware_rollouts_created on firmware_rollouts (created_at desc);

create table firmware_rollout_devices (
  rollout_id uuid references firmware_rollouts on delete cascade,
  device_id int references devices on delete cascade,
  phase int not null,
  claimed_at timestamptz,
  command_id uuid,
  error text,
  error_type text,
  outcome text,
  primary key (rollout_id, device_id)
);
comment on table firmware_rollout_devices is 'A device of a rollout. It gets the command once: after it was claimed, the command is stored, or why there is none.';
comment on column firmware_rollout_devices.outcome is 'Its final state, once its command is too old to be kept.';
create index firmware_rollout_devices_device on firmware_rollout_devices (device_id);
create index firmware_rollout_devices_open on firmware_rollout_devices (command_id) where (outcome is null) and (command_id is not null);
