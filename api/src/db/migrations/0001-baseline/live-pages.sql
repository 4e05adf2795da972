-- People who speak live to places.

create table pages (
  page_id uuid primary key,
  run_id uuid not null references announcement_runs on delete cascade,
  user_id int not null references users on delete cascade,
  opened_by int not null references users on delete cascade,
  key_id bigint not null,
  state text not null default 'opening' check (state in ('opening', 'live', 'ended')),
  ended_by text check (ended_by in ('closed', 'silence', 'limit', 'socket', 'rights', 'broker', 'restarted')),
  path text not null check (path in ('mqtt', 'http', 'record')),
  busy text not null check (busy in ('interrupt', 'wait', 'skip', 'afterwards')),
  priority text not null check (priority in ('say_now', 'emergency')),
  token_hash bytea,
  token_until timestamptz not null,
  alive_until timestamptz not null,
  opened_at timestamptz not null default now(),
  first_frame_at timestamptz,
  ended_at timestamptz,
  frames int not null default 0,
  close_command_id uuid,
  recording_sha256 text,
  recording_ms int,
  check ((state = 'ended') = (ended_at is not null))
);
comment on table pages is 'People who speak live to places; the places are those of the run.';
comment on column pages.user_id is 'Whose places they are.';
comment on column pages.key_id is 'The session of the person who speaks; the page ends with it.';
comment on column pages.token_hash is 'SHA-256 of the token that opens the socket, once; null: it is open, or was.';
comment on column pages.alive_until is 'Renewed by the instance that has the socket; a page that is not ended by then is ended by any other.';
comment on column pages.close_command_id is 'The command whose results say how many frames the devices played.';
comment on column pages.recording_sha256 is 'What was said, as Ogg Opus; null: nothing, not stored yet, or not kept any more.';
create index pages_open on pages (alive_until) where state <> 'ended';
create index pages_run on pages (run_id);
create index pages_user on pages (user_id);
create index pages_opened_by on pages (opened_by);
create index pages_recording on pages (recording_sha256) where recording_sha256 is not null;
create index pages_recorded_at on pages (ended_at) where recording_sha256 is not null;

create table page_devices (
  page_id uuid references pages on delete cascade,
  device_id int references devices on delete cascade,
  user_id int,
  volume int,
  is_old boolean not null,
  command_id uuid,
  uninvited_at timestamptz,
  primary key (page_id, device_id)
);
comment on column page_devices.user_id is 'The owner of the device when the page was opened; one with another owner hears nothing.';
comment on column page_devices.volume is 'That is sent with the sound; null: the device keeps its own.';
comment on column page_devices.is_old is 'Its firmware plays no live pages.';
comment on column page_devices.command_id is 'The command that opens the page on the device; null: none is sent.';
create index page_devices_device on page_devices (device_id);

create table saved_places (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  targets jsonb not null,
  created_at timestamptz not null default now()
);
comment on table saved_places is 'Places to which a person often speaks.';
comment on column saved_places.name is 'Unique for its owner without regard to case.';
create unique index saved_places_name on saved_places (user_id, lower(name));
