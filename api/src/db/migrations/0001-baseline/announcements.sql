-- What was said and played, and the receipts of it.

create table announcement_runs (
  run_id uuid primary key,
  kind text not null check (kind in ('say', 'schedule', 'emergency', 'drill', 'page')),
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
  targets jsonb,
  started_by int references users on delete set null,
  said jsonb,
  again_of uuid,
  waits boolean not null default false
);
comment on column announcement_runs.user_id is 'The user who has started the run, or for whose organisation a member has; for a scheduled run the owner of the schedule.';
comment on column announcement_runs.at is 'When it starts; of a scheduled run in the first time zone.';
comment on column announcement_runs.expires_at is 'Devices that have not started it by then skip it.';
comment on column announcement_runs.repeat is '0: until it is stopped.';
comment on column announcement_runs.said is 'What was asked to be said, by which it can be said again, with the language of its text; null: a schedule has it, or nothing has.';
comment on column announcement_runs.again_of is 'The run that it repeats.';
comment on column announcement_runs.waits is 'It is played by devices that come back before it expires.';
comment on column announcement_runs.started_by is 'The member who has started it for the organisation of user_id.';
create index announcement_runs_user on announcement_runs (user_id, at desc, run_id desc);
create index announcement_runs_at on announcement_runs (at desc, run_id desc);
create index announcement_runs_schedule on announcement_runs (schedule_id, at desc);
create index announcement_runs_active on announcement_runs (user_id) where kind in ('emergency', 'drill') and state in ('rendering', 'running');
create index announcement_runs_waiting on announcement_runs (run_id) where waits and state in ('rendering', 'running');
create index announcement_runs_again on announcement_runs (again_of) where again_of is not null;
create index announcement_runs_started_by on announcement_runs (started_by, at desc) where started_by is not null;

create table announcement_parts (
  run_id uuid references announcement_runs on delete cascade,
  part int,
  text text not null,
  language text not null,
  voice text not null,
  volume int,
  items jsonb,
  error text,
  command_id uuid,
  rendered_by text,
  fallback_reason text,
  trim_db int not null default 0,
  takes_gain boolean not null default false,
  items_before jsonb not null default '[]',
  items_after jsonb not null default '[]',
  primary key (run_id, part)
);
comment on table announcement_parts is 'The speech of the places that hear the same text in the same language and voice with the same volume.';
comment on column announcement_parts.items is 'null until it is rendered.';
comment on column announcement_parts.command_id is 'The command that plays it.';
comment on column announcement_parts.rendered_by is 'The voice that has spoken it in the place of its own; null: its own.';
comment on column announcement_parts.fallback_reason is 'Why its own voice has not spoken it.';
comment on column announcement_parts.trim_db is 'Of its places.';
comment on column announcement_parts.takes_gain is 'Its devices apply gains themselves.';
comment on column announcement_parts.items_before is 'What is played before the text, after the chime of the run.';
comment on column announcement_parts.items_after is 'What is played after the text.';

create table announcement_deliveries (
  run_id uuid references announcement_runs on delete cascade,
  device_id int references devices on delete cascade,
  user_id int,
  company_id int,
  place text not null,
  part int,
  state text collate "C" not null check (state in ('waiting', 'sent', 'fetched', 'started', 'finished', 'interrupted', 'skipped', 'missed', 'offline', 'failed', 'expired')),
  language text,
  voice text,
  reason text,
  at timestamptz not null default now(),
  time_zone text,
  local_at timestamp without time zone,
  started_at timestamptz,
  finished_at timestamptz,
  reported_at timestamptz,
  clock_skew_ms bigint,
  only_sent boolean not null default false,
  primary key (run_id, device_id)
) with (fillfactor = 80);
comment on table announcement_deliveries is 'One run on one device. Those of scheduled runs exist from their instant on, or from the first receipt.';
comment on column announcement_deliveries.user_id is 'The owner of the device at that time.';
comment on column announcement_deliveries.company_id is 'The node of the device at that time, which may be deleted since.';
comment on column announcement_deliveries.at is 'When it was to start.';
comment on column announcement_deliveries.time_zone is 'The zone of the place and its wall-clock time then; null where it is not known.';
comment on column announcement_deliveries.reported_at is 'When the server learned the state from the device.';
comment on column announcement_deliveries.clock_skew_ms is 'The clock of the device minus that of the server, where it was so wrong that its times are not right.';
comment on column announcement_deliveries.only_sent is 'By a network speaker, which does not say whether it was heard.';
create index announcement_deliveries_device on announcement_deliveries (device_id, at desc, run_id desc);
create index announcement_deliveries_open on announcement_deliveries (run_id) where state in ('waiting', 'sent', 'fetched', 'started');
create index announcement_deliveries_unheard on announcement_deliveries (run_id) where state in ('offline', 'failed', 'expired', 'skipped', 'missed');
create index announcement_deliveries_user on announcement_deliveries (user_id, at desc);
create index announcement_deliveries_at on announcement_deliveries (at desc);

create table announcement_receipts (
  device_id int references devices on delete cascade,
  seq bigint,
  run_id uuid not null,
  event text collate "C" not null check (event in ('fetched', 'started', 'finished', 'interrupted', 'skipped', 'missed')),
  reason text,
  at timestamptz,
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
  device_id int references devices on delete cascade,
  receipt_id uuid,
  held boolean not null,
  at timestamptz not null,
  primary key (device_id, receipt_id)
);
comment on table emergency_copies is 'The last report of a device about the audio of a prepared emergency.';
comment on column emergency_copies.receipt_id is 'The id of the emergency in the programme; it changes with the audio.';

create table heard_tracks (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  sha256 text not null,
  name text not null,
  title text,
  artist text,
  duration_ms int not null,
  last_heard text collate "C" not null,
  unique (user_id, sha256)
);
comment on table heard_tracks is 'The audio of an owner that was heard as music. It stays when the audio is deleted.';
comment on column heard_tracks.last_heard is 'As 2026-11-23, in UTC.';
create index heard_tracks_last_heard on heard_tracks (last_heard);

create table heard_music (
  device_id int references devices on delete cascade,
  journal uuid,
  seq int,
  user_id int not null references users on delete cascade,
  company_id int,
  place text not null,
  day text collate "C" not null,
  track_ids int[] not null,
  seconds int[] not null,
  primary key (device_id, journal, seq)
);
comment on table heard_music is 'What a device has played of its playlists on a day, as it was reported in one call.';
comment on column heard_music.seq is 'Of the first of its tracks.';
comment on column heard_music.user_id is 'The owner of the device at that time.';
comment on column heard_music.company_id is 'The node of the device at that time, which may be deleted since.';
comment on column heard_music.day is 'As 2026-11-23, in the zone of the place.';
comment on column heard_music.track_ids is 'Of heard_tracks, in their order; each with its seconds.';
create index heard_music_of_user on heard_music (user_id, day);
create index heard_music_day on heard_music (day);

create table heard_journals (
  device_id int primary key references devices on delete cascade,
  journal uuid not null,
  seq int not null
);
comment on table heard_journals is 'Up to which number the tracks that a device has played are stored.';

-- A device with another owner or key has forgotten its audio; see PLAY-8.
create function forget_emergency_copies() returns trigger language plpgsql as $$
begin
  delete from emergency_copies where device_id = new.device_id;
  return null;
end $$;
create trigger devices_emergency_copies after update of user_id, key_hash on devices for each row when ((old.user_id, old.key_hash) is distinct from (new.user_id, new.key_hash)) execute function forget_emergency_copies();
