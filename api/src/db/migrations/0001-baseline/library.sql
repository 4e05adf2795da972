-- Voices, stored audio with its owners, rendered texts, and the library: messages, audio, playlists, stations, pronunciations.

-- Collation C, because names have only letters, digits and hyphens.
create table voices (
  voice_name text collate "C" primary key check (voice_name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$'),
  display_name text not null,
  language text not null,
  languagefull text not null,
  language_codes text[] not null,
  voice_type text not null check (voice_type in ('neural2', 'wavenet', 'standard')),
  gender text not null check (gender in ('MALE', 'FEMALE', 'NEUTRAL')),
  provider text not null check (provider in ('espeak', 'google')),
  block boolean not null default false,
  vanished_at timestamptz,
  sample_started_at timestamptz,
  sample_error text,
  created_at timestamptz not null default now()
);
comment on column voices.vanished_at is 'When the provider removed it; the voice stays while it is in use.';
comment on column voices.sample_started_at is 'When the running synthesis of a sample started.';
comment on column voices.sample_error is 'The error of the last synthesis.';
create unique index voices_display_name_key on voices (lower(display_name));
create index voices_language on voices (language);

create table voice_favorites (
  user_id int not null references users on delete cascade,
  voice_name text collate "C" not null references voices on delete cascade,
  added_at timestamptz not null default now(),
  primary key (user_id, voice_name)
);
create index voice_favorites_voice on voice_favorites (voice_name);

create table sample_runs (
  id int generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'done')),
  pause_reason text check (pause_reason in ('user', 'provider')),
  voices text[] not null,
  position int not null default 0,
  pausable_from int not null default 0,
  success int not null default 0,
  error_count int not null default 0,
  errors jsonb not null default '[]',
  last_error text,
  started_by int references users on delete set null,
  started_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on column sample_runs.voices is 'The names of the voices, in the order in which their samples are created.';
comment on column sample_runs.position is 'The index of the next voice.';
comment on column sample_runs.pausable_from is 'Failures before this index do not pause the run: those that paused it are tried once more and then left.';
comment on column sample_runs.checked_at is 'When a job last worked on it.';
-- One at a time.
create unique index sample_runs_active on sample_runs ((true)) where state in ('running', 'paused');

create table audio_files (
  sha256 text primary key,
  bytes int not null,
  format text not null check (format in ('mp3', 'ogg', 'flac', 'wav')),
  duration_ms int not null,
  shared boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table audio_files is 'A stored file, which never changes.';
comment on column audio_files.shared is 'Everybody may read it: the chimes.';

create table audio_owners (
  sha256 text not null references audio_files on delete cascade,
  user_id int not null references users on delete cascade,
  primary key (sha256, user_id)
);
comment on table audio_owners is 'The users whose devices may download a file.';
create index audio_owners_user on audio_owners (user_id);

create table renderings (
  key text primary key,
  language text not null,
  voice text not null,
  items jsonb not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
comment on table renderings is 'The audio of a text; `key` is the hash of text, language and voice.';

create table messages (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  variants jsonb not null,
  fallback_language text not null,
  chime text not null check (chime in ('none', 'ding_dong', 'three_tone', 'bell', 'alarm')),
  repeat int not null,
  pause_ms int not null,
  emergency boolean not null
);
create index messages_user on messages (user_id);

create table audio (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sha256 text not null references audio_files,
  title text,
  artist text,
  peaks jsonb not null
);
create index audio_user on audio (user_id);
create index audio_sha256 on audio (sha256);

create table playlists (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  shuffle boolean not null
);
create index playlists_user on playlists (user_id);

create table playlist_items (
  playlist_id int not null references playlists on delete cascade,
  position int not null,
  audio_id int not null references audio,
  primary key (playlist_id, position)
);
create index playlist_items_audio on playlist_items (audio_id);

create table stations (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  url text not null
);
create index stations_user on stations (user_id);

create table dictionary_entries (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text not null,
  spoken text not null
);
comment on table dictionary_entries is '`name` is the word.';
create unique index dictionary_entries_word on dictionary_entries (user_id, language, lower(name));
