-- Devices with their live state and configuration, and requests that wait for an administrator.

-- Collation C, because a serial has only digits and hyphens, and every page of the list is sorted by this index.
create table devices (
  device_id int generated always as identity primary key,
  serial text collate "C" not null check (serial ~ '^\d{4}-\d{4}-\d{4}-\d{4}$'),
  device_type text not null default 'audio' check (device_type in ('audio', 'video', 'network', 'storage', 'other')),
  device_mode text not null default 'new'
    check (device_mode in ('no', 'new', 'pass', 'active', 'blocked', 'wait', 'ok')),
  company_id int constraint devices_company references companies on delete set null,
  user_id int references users on delete set null,
  owned_since timestamptz not null default now(),
  note text,
  description text,
  email text,
  tags text[] not null default '{}' check (cardinality(tags) <= 16),
  pass_hash text,
  key_hash bytea,
  key_created_at timestamptz,
  key_unused boolean not null default false,
  enroll_address text,
  enroll_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision int not null default 1
);
comment on column devices.user_id is 'The owner.';
comment on column devices.owned_since is 'When the owner got it; what happened before is not shown to them.';
comment on column devices.tags is 'The tags, each once, in alphabetical order (`tagsSchema`).';
comment on column devices.pass_hash is 'PHC string, argon2id; null: an administrator has to approve enrolments and claims.';
comment on column devices.key_hash is 'SHA-256 of the device key; null: not enrolled.';
comment on column devices.key_unused is 'The key was shown by create, and no device has connected with it: the device may still fetch its own.';
comment on column devices.enroll_address is 'Without a pass: from where, and until when, the device may fetch its key.';
comment on column devices.revision is 'The revision of the editable fields, maintained by a trigger.';
create unique index devices_serial_key on devices (serial) include (device_id);
create index devices_user on devices (user_id);
create index devices_created_at on devices (created_at, device_id);
create unique index devices_company_key on devices (company_id) where company_id is not null;
create index devices_tags on devices using gin (tags);

-- As for users. A new key does not change the revision.
create trigger count_revision before update on devices for each row
  when (
    (old.device_type, old.device_mode, old.company_id, old.user_id, old.note, old.description, old.email,
      old.pass_hash, old.tags)
    is distinct from
    (new.device_type, new.device_mode, new.company_id, new.user_id, new.note, new.description, new.email,
      new.pass_hash, new.tags)
  )
  execute function count_revision();

-- A low fill factor and no index on columns that every message changes, so that updates are HOT. A version seldom changes; `last_seen`
-- changes with every message and therefore has no index.
create table device_state (
  device_id int primary key references devices on delete cascade,
  reported_status text not null default 'offline' check (reported_status in ('online', 'offline', 'maintenance')),
  silent boolean not null default false,
  status text not null generated always as (case when silent then 'offline' else reported_status end) stored,
  status_at timestamptz,
  device_version text,
  hostname text,
  ip text,
  last_seen timestamptz,
  clock_skew_ms bigint,
  clock_right_since timestamptz not null default now() + interval '1 hour',
  metrics jsonb,
  metrics_measured_at timestamptz,
  metrics_seq bigint,
  acked_seq bigint,
  players jsonb not null default '{}'
) with (fillfactor = 70);
comment on table device_state is 'One row per device, inserted in the transaction that inserts the device.';
comment on column device_state.reported_status is 'The status in the last message of the device, or in its last will.';
comment on column device_state.silent is 'No message has arrived for PRESENCE_TIMEOUT_MS, so the device is treated as offline; see MQTT-5.';
comment on column device_state.clock_skew_ms is 'The clock of the device minus that of the server.';
comment on column device_state.clock_right_since is 'Records that were measured since then have the time of the device''s clock, uncorrected.';
comment on column device_state.metrics is 'The last record, in the shape of the HTTP response.';
comment on column device_state.acked_seq is 'Every sequence number up to this one is committed.';
create index device_state_status on device_state (status);
create index device_state_version on device_state (device_version);

create table device_configs (
  device_id int primary key references devices on delete cascade,
  version int not null default 1,
  desired jsonb not null,
  reported jsonb,
  reported_version int,
  reported_at timestamptz,
  saved_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column device_configs.saved_by is 'The user who has saved the present version; null for none, or one whose account was deleted.';
create index device_configs_saved_by on device_configs (saved_by);

create table device_approvals (
  id int generated always as identity primary key,
  serial text collate "C" not null check (serial ~ '^\d{4}-\d{4}-\d{4}-\d{4}$'),
  user_id int references users on delete cascade,
  address text,
  note text,
  state text not null default 'waiting' check (state in ('waiting', 'rejected')),
  requested_at timestamptz not null default now(),
  check ((user_id is null) <> (address is null))
);
comment on table device_approvals is 'Requests without a pass: `user_id` claims a device, or a device at `address` asks for its key; never both.';
create unique index device_approvals_claim on device_approvals (serial, user_id) where user_id is not null;
create unique index device_approvals_enrolment on device_approvals (serial, address) where address is not null;
create index device_approvals_user on device_approvals (user_id);
create index device_approvals_requested on device_approvals (requested_at);
