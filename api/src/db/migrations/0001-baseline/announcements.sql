-- What is announced where, and what the devices report about it.

create table announcement_runs (
  run_id uuid primary key,
  kind text not null check (kind in ('say', 'schedule', 'emergency', 'drill')),
  user_id int references users on delete cascade,
  title text not null,
  priority text not null check (priority in ('music', 'scheduled', 'say_now', 'emergency')),
  state text not null check (state in ('rendering', 'running', 'finished', 'failed', 'stopped')),
  error text,
  message_id int,
  schedule_id int,
  at timestamptz not null default now(),
  expires_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  chime text not null default 'none',
  repeat int not null default 1,
  pause_ms int not null default 0,
  targets jsonb
);
comment on column announcement_runs.user_id is 'The user who has started the run; for a scheduled run the owner of the schedule.';
comment on column announcement_runs.at is 'When it starts; of a scheduled run in the first time zone.';
comment on column announcement_runs.expires_at is 'Devices that have not started it by then skip it.';
comment on column announcement_runs.repeat is '0: until it is stopped.';
create index announcement_runs_user on announcement_runs (user_id, at desc, run_id desc);
create index announcement_runs_at on announcement_runs (at desc, run_id desc);
create index announcement_runs_schedule on announcement_runs (schedule_id, at desc);
create index announcement_runs_active on announcement_runs (user_id)
  where kind in ('emergency', 'drill') and state in ('rendering', 'running');

create table announcement_parts (
  run_id uuid not null references announcement_runs on delete cascade,
  part int not null,
  text text not null,
  language text not null,
  voice text not null,
  volume int,
  items jsonb,
  error text,
  command_id uuid,
  primary key (run_id, part)
);
comment on table announcement_parts is 'The speech of the places that hear the same text in the same language and voice with the same volume.';
comment on column announcement_parts.items is 'null until it is rendered.';
comment on column announcement_parts.command_id is 'The command that plays it.';

create table announcement_deliveries (
  run_id uuid not null references announcement_runs on delete cascade,
  device_id int not null references devices on delete cascade,
  user_id int,
  company_id int,
  place text not null,
  part int,
  state text collate "C" not null check (
    state in ('waiting', 'sent', 'fetched', 'started', 'finished', 'interrupted', 'skipped', 'missed', 'offline',
      'failed', 'expired')
  ),
  language text,
  voice text,
  reason text,
  at timestamptz not null default now(),
  time_zone text,
  local_at timestamp,
  started_at timestamptz,
  finished_at timestamptz,
  reported_at timestamptz,
  clock_skew_ms bigint,
  primary key (run_id, device_id)
) with (fillfactor = 80);
comment on table announcement_deliveries is 'One run on one device. Those of scheduled runs exist from their instant on, or from the first receipt.';
comment on column announcement_deliveries.user_id is 'The owner of the device at that time.';
comment on column announcement_deliveries.company_id is 'The node of the device at that time, which may be deleted since.';
comment on column announcement_deliveries.at is 'When it was to start.';
comment on column announcement_deliveries.time_zone is 'The zone of the place and its wall-clock time then; null where it is not known.';
comment on column announcement_deliveries.reported_at is 'When the server learned the state from the device.';
comment on column announcement_deliveries.clock_skew_ms is 'The clock of the device minus that of the server, where it was so wrong that its times are not right.';
create index announcement_deliveries_device on announcement_deliveries (device_id, at desc, run_id desc);
create index announcement_deliveries_open on announcement_deliveries (run_id)
  where state in ('waiting', 'sent', 'fetched', 'started');
create index announcement_deliveries_user on announcement_deliveries (user_id, at desc);
create index announcement_deliveries_at on announcement_deliveries (at desc);

create table announcement_receipts (
  device_id int not null references devices on delete cascade,
  seq bigint not null,
  run_id uuid not null,
  event text collate "C" not null
    check (event in ('fetched', 'started', 'finished', 'interrupted', 'skipped', 'missed')),
  reason text,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (device_id, seq, at)
);
create index announcement_receipts_run on announcement_receipts (run_id, device_id);
-- For the deletion of old receipts, whose runs may be gone.
create index announcement_receipts_received on announcement_receipts (received_at);

create table announcement_receipt_seqs (
  device_id int primary key references devices on delete cascade,
  acked_seq bigint not null,
  newest_seq bigint not null,
  newest_at timestamptz not null
) with (fillfactor = 70);
comment on table announcement_receipt_seqs is 'The numbering of a device''s receipts.';
comment on column announcement_receipt_seqs.acked_seq is 'Every number up to this one is committed.';

create table emergency_copies (
  device_id int not null references devices on delete cascade,
  receipt_id uuid not null,
  held boolean not null,
  at timestamptz not null,
  primary key (device_id, receipt_id)
);
comment on table emergency_copies is 'The last report of a device about the audio of a prepared emergency.';
comment on column emergency_copies.receipt_id is 'The id of the emergency in the programme; it changes with the audio.';

-- A device with another owner or key has forgotten its audio; see PLAY-8.
create function forget_emergency_copies() returns trigger language plpgsql as $$
begin
  delete from emergency_copies where device_id = new.device_id;
  return null;
end $$;
create trigger devices_emergency_copies after update of user_id, key_hash on devices for each row
  when ((old.user_id, old.key_hash) is distinct from (new.user_id, new.key_hash))
  execute function forget_emergency_copies();
