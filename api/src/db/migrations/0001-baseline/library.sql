-- Texts, audio, chimes, playlists and stations, and the files that are made of them.

create table audio_files (
  sha256 text primary key,
  bytes int not null,
  format text not null check (format in ('mp3', 'ogg', 'flac', 'wav')),
  duration_ms int not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  loudness_lufs double precision,
  peak_dbtp double precision,
  measured_at timestamptz
);
comment on table audio_files is 'A stored file, which never changes.';
comment on column audio_files.shared is 'Everybody may read it: the chimes.';
comment on column audio_files.loudness_lufs is 'Integrated loudness by EBU R 128; null: silent, not measured yet, or not to be decoded.';
comment on column audio_files.peak_dbtp is 'True peak; null as for the loudness.';
comment on column audio_files.measured_at is 'Null: a job measures it.';
create index audio_files_unmeasured on audio_files (created_at) where measured_at is null;

create table audio_owners (
  sha256 text references audio_files on delete cascade,
  user_id int references users on delete cascade,
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
  last_used_at timestamptz not null default now(),
  rendered_by text,
  fallback_reason text,
  fallback_text text,
  retried_at timestamptz
);
comment on table renderings is 'The audio of a text; `key` is the hash of text, language and voice.';
comment on column renderings.rendered_by is 'The voice that has spoken it in the place of its own; null: its own.';
comment on column renderings.fallback_reason is 'Why its own voice has not spoken it.';
comment on column renderings.fallback_text is 'The text, until its own voice has spoken it.';
comment on column renderings.retried_at is 'When its own voice was last asked again.';
create index renderings_fallbacks on renderings (retried_at NULLS FIRST, key) where rendered_by is not null;

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
  peaks jsonb not null,
  created_by int references users on delete set null
);
create index audio_user on audio (user_id);
create index audio_sha256 on audio (sha256);
create index audio_created_by on audio (created_by) where created_by is not null;

create table playlists (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  shuffle boolean not null,
  created_by int references users on delete set null,
  crossfade_s int not null default 0,
  no_repeat int
);
comment on column playlists.crossfade_s is 'Seconds for which two tracks are heard together.';
comment on column playlists.no_repeat is 'Shuffled: how many other tracks are heard before one is heard again; null: all.';
create index playlists_user on playlists (user_id);
create index playlists_created_by on playlists (created_by) where created_by is not null;

create table playlist_items (
  playlist_id int references playlists on delete cascade,
  position int not null,
  audio_id int not null references audio,
  primary key (playlist_id, "position")
);
create index playlist_items_audio on playlist_items (audio_id);

create table stations (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  url text not null,
  created_by int references users on delete set null,
  fallback_playlist_id int references playlists on delete set null
);
comment on column stations.fallback_playlist_id is 'Heard while the station cannot be heard.';
create index stations_user on stations (user_id);
create index stations_created_by on stations (created_by) where created_by is not null;
create index stations_fallback on stations (fallback_playlist_id) where fallback_playlist_id is not null;

create table dictionary_entries (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text not null,
  spoken text not null,
  created_by int references users on delete set null
);
comment on table dictionary_entries is '`name` is the word.';
create unique index dictionary_entries_word on dictionary_entries (user_id, language, lower(name));
create index dictionary_entries_created_by on dictionary_entries (created_by) where created_by is not null;

create table loudness_targets (
  owner_id int primary key references users on delete cascade,
  speech_lufs int not null,
  music_lufs int not null
);
comment on table loudness_targets is 'How loud an organisation, which is everything that its owner has, hears what is played.';

create table levelled_audio (
  sha256 text references audio_files on delete cascade,
  gain_db double precision,
  user_id int not null references users on delete cascade,
  requested_at timestamptz not null default now(),
  claimed_at timestamptz,
  levelled_sha256 text references audio_files on delete cascade,
  failed boolean not null default false,
  primary key (sha256, gain_db)
);
comment on table levelled_audio is 'Files with a gain applied, for players that cannot apply it.';
comment on column levelled_audio.user_id is 'Whose budget it is charged to.';
comment on column levelled_audio.levelled_sha256 is 'Null: it is not made yet, or failed.';
create index levelled_audio_waiting on levelled_audio (requested_at) where (levelled_sha256 is null) and (not failed);
create index levelled_audio_of_user on levelled_audio (user_id);
create index levelled_audio_result on levelled_audio (levelled_sha256);

create table chimes (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  audio_id int not null references audio,
  created_by int references users on delete set null
);
comment on table chimes is 'Chimes of an organisation, beside those of the product.';
create index chimes_user on chimes (user_id);
create index chimes_audio on chimes (audio_id);
create index chimes_created_by on chimes (created_by) where created_by is not null;

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
  emergency boolean not null,
  created_by int references users on delete set null,
  chime_id int references chimes
);
comment on column messages.chime_id is 'Heard in place of chime.';
create index messages_user on messages (user_id);
create index messages_created_by on messages (created_by) where created_by is not null;
create index messages_chime on messages (chime_id) where chime_id is not null;
