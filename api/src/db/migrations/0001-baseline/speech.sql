-- Voices, packs, favourites and samples.

-- Collation C, because names have only letters, digits and hyphens.
create table voices (
  voice_name text collate "C" primary key check (voice_name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$'),
  display_name text not null,
  language text not null,
  languagefull text not null,
  language_codes text[] not null,
  voice_type text not null check (voice_type in ('neural', 'neural2', 'wavenet', 'standard')),
  gender text not null check (gender in ('MALE', 'FEMALE', 'NEUTRAL')),
  provider text not null check (provider in ('espeak', 'google', 'neural')),
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
  user_id int references users on delete cascade,
  voice_name text collate "C" references voices on delete cascade,
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

create table voice_packs (
  voice_name text primary key,
  source text not null check (source in ('catalogue', 'upload')),
  state text not null check (state in ('downloading', 'checking', 'ready', 'failed')),
  facts jsonb not null,
  bytes bigint not null,
  received bigint not null default 0,
  error text,
  accepted_by int references users on delete set null,
  accepted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  installed_at timestamptz
);
comment on table voice_packs is 'Neural voices that were installed from the catalogue or from a file. The files are in DATA_DIR.';
comment on column voice_packs.facts is 'What it is, its licence, and its files with their addresses.';
comment on column voice_packs.accepted_by is 'Who has accepted the licence.';
create index voice_packs_accepted_by on voice_packs (accepted_by) where accepted_by is not null;

create table voice_mappings (
  user_id int references users on delete cascade,
  from_voice text,
  to_voice text not null,
  primary key (user_id, from_voice)
);
comment on table voice_mappings is 'In the organisation of user_id to_voice speaks where from_voice is chosen.';
