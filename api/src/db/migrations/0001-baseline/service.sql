-- Limits of attempts, what the installation has, its log level, and the shards of the ingest.

create table rate_limits (
  key text primary key,
  hits int not null,
  resets_at timestamptz not null
);
comment on table rate_limits is 'Stored in Postgres, so that counts survive a restart and replicas share them.';
create index rate_limits_resets_at on rate_limits (resets_at);

create table installation_usage (
  kind text primary key,
  used bigint not null,
  most bigint not null,
  counted_at timestamptz not null default now()
);
comment on table installation_usage is 'How much the installation has and may have, by kind.';

create table sample_organisation (
  id int primary key check (id = 1),
  user_id int references users on delete set null,
  content jsonb,
  created_at timestamptz not null default now()
);
comment on column sample_organisation.id is 'Always 1: the table has at most one row. Without it this database has not been asked yet.';
comment on column sample_organisation.user_id is 'The owner; null where none was created.';
comment on column sample_organisation.content is 'What was created; null where there is nothing to remove.';

create table ingest_instances (
  instance_id uuid primary key,
  host text not null,
  shards int not null,
  renewed_at timestamptz not null default now(),
  fenced boolean not null default false
);

-- A shard without an instance is free.
create table ingest_shards (
  shards int,
  shard int,
  instance_id uuid references ingest_instances on delete set null,
  epoch bigint not null default 0,
  primary key (shards, shard)
);
create index ingest_shards_instance on ingest_shards (instance_id);

create table log_level (
  singleton boolean default true primary key check (singleton),
  level text not null check (level in ('error', 'warn', 'info', 'debug')),
  set_by int references users on delete set null,
  set_at timestamptz not null default now(),
  until timestamptz not null
);
comment on table log_level is 'The level that all instances of the api write until then, instead of LOG_LEVEL.';
