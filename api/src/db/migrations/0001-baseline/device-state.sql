-- What devices report of themselves, and the settings that they are to have.

-- A low fill factor and no index on columns that every message changes, so that updates are HOT. A version seldom changes; `last_seen`
-- changes with every message and therefore has no index.
create table device_state (
  device_id int primary key references devices on delete cascade,
  reported_status text not null default 'offline' check (reported_status in ('online', 'offline', 'maintenance')),
  silent boolean not null default false,
  status text not null generated always as (case
    when silent then 'offline'
    else reported_status
end) stored,
  status_at timestamptz,
  device_version text,
  hostname text,
  ip text,
  connection text check (connection in ('tcp', 'websocket')),
  last_seen timestamptz,
  clock_skew_ms bigint,
  clock_right_since timestamptz not null default (now() + '01:00:00'::interval),
  metrics jsonb,
  metrics_measured_at timestamptz,
  metrics_seq bigint,
  acked_seq bigint,
  players jsonb not null default '{}',
  outputs jsonb not null default '{}',
  takes_gain boolean not null default false,
  mixes_music boolean not null default false,
  clock_offset_ms real,
  clock_synchronised boolean,
  takes_pages boolean not null default false,
  listens boolean not null default false,
  leads_in boolean not null default false,
  sends boolean not null default false,
  problem text
) with (fillfactor = 70);
comment on table device_state is 'One row per device, inserted in the transaction that inserts the device.';
comment on column device_state.reported_status is 'The status in the last message of the device, or in its last will.';
comment on column device_state.silent is 'No message has arrived for PRESENCE_TIMEOUT_MS, so the device is treated as offline; see MQTT-5.';
comment on column device_state.connection is 'How it reaches the broker, as it says.';
comment on column device_state.clock_skew_ms is 'The clock of the device minus that of the server.';
comment on column device_state.clock_right_since is 'Records that were measured since then have the time of the device''s clock, uncorrected.';
comment on column device_state.metrics is 'The last record, in the shape of the HTTP response.';
comment on column device_state.acked_seq is 'Every sequence number up to this one is committed.';
comment on column device_state.outputs is 'By name: the last report of each, with the time of its receipt in milliseconds since 1970.';
comment on column device_state.takes_gain is 'The device applies gains itself; others get files with the gain applied.';
comment on column device_state.mixes_music is 'The device plays playlists by crossfade_s and no_repeat, and those of stations that it cannot hear.';
comment on column device_state.clock_offset_ms is 'By how much its clock is ahead of the true time, as its time service estimates; null: unknown.';
comment on column device_state.clock_synchronised is 'Whether its time service has set its clock; null: the device does not report it.';
comment on column device_state.takes_pages is 'The firmware plays live pages; others get the recording.';
comment on column device_state.leads_in is 'It wakes amplifiers before announcements.';
comment on column device_state.listens is 'It has a microphone that listens while announcements are played.';
comment on column device_state.sends is 'It has asked for the network speakers that it carries, so it can send to some.';
comment on column device_state.problem is 'Why it is offline, as it says.';
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

-- The condition keeps the function from being called for the messages that change neither status nor version.
create trigger record_device_state after update of reported_status, silent, device_version on device_state for each row when ((old.status, old.device_version) is distinct from (new.status, new.device_version)) execute function record_device_state();

create trigger record_device_configuration after insert or update of version, reported, reported_version on device_configs for each row execute function record_device_configuration();
