-- Accounts with their keys, two-factor sign-in and saved filters; limits of attempts, the audit log, and what the installation has.

create table users (
  id int generated always as identity primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'admin', 'root')),
  email_confirm boolean not null default false,
  phone text,
  phone_confirm boolean not null default false,
  active boolean not null default true,
  blocked boolean not null default false,
  lang text not null default 'en',
  country text,
  country_code text,
  city text,
  region text,
  utc_offset int not null default 180,
  time_zone text not null default 'Europe/Moscow',
  registration_pending boolean not null default false,
  may_text_any_number boolean not null default false,
  full_quotas boolean not null default true,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  revision int not null default 1
);
comment on column users.email is 'The address as it was typed; unique, case-insensitive.';
comment on column users.password_hash is 'PHC string, argon2id.';
comment on column users.utc_offset is 'Minutes east of UTC.';
comment on column users.registration_pending is 'Created by a registration and never confirmed.';
comment on column users.may_text_any_number is 'See SMS-8.';
comment on column users.full_quotas is 'Otherwise the account has a tenth of the quotas, since nobody has confirmed it; see USER-24.';
comment on column users.revision is 'The revision of the editable fields, maintained by a trigger.';
create unique index users_email_key on users (lower(email));
-- Unique, because the confirmation of a phone identifies its account by the phone.
create unique index users_phone_key on users (phone);
create index users_registration_pending on users (created_at) where registration_pending;

-- Many statements write the editable columns, by whose revision a concurrent edit is noticed. A sign-in does not change it.
create trigger count_revision before update on users for each row
  when (
    (old.name, old.email, old.email_confirm, old.phone, old.phone_confirm, old.role, old.lang, old.country,
      old.country_code, old.city, old.region, old.utc_offset, old.time_zone)
    is distinct from
    (new.name, new.email, new.email_confirm, new.phone, new.phone_confirm, new.role, new.lang, new.country,
      new.country_code, new.city, new.region, new.utc_offset, new.time_zone)
  )
  execute function count_revision();

create table user_keys (
  id bigint generated always as identity primary key,
  user_id int not null references users on delete cascade,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz,
  user_agent text,
  ip text,
  -- The key goes with the administrator who has it.
  made_by int references users on delete cascade
);
comment on column user_keys.key_hash is 'SHA-256 of the key; the key itself is never stored.';
comment on column user_keys.expires_at is '30 days after the last use.';
comment on column user_keys.ip is 'The address of the sign-in; null for a key that was disclosed to an administrator.';
comment on column user_keys.made_by is 'The administrator who works with it as this user; null for a user''s own key.';
create index user_keys_user on user_keys (user_id);
create index user_keys_made_by on user_keys (made_by) where made_by is not null;

create table two_factor (
  user_id int primary key references users on delete cascade,
  secret bytea not null,
  enabled_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
comment on column two_factor.secret is 'The shared secret, encrypted with a key derived from SERVICE_SECRET.';
comment on column two_factor.enabled_at is 'null: not confirmed by a code of the app yet.';
comment on column two_factor.last_step is 'The last 30-second step whose code was used, so that no code is accepted twice.';

create table recovery_codes (
  user_id int not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on column recovery_codes.code_hash is 'SHA-256; each row is an unused code.';

create table saved_device_filters (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null default now()
);
comment on column saved_device_filters.name is 'Unique for its owner without regard to case.';
create unique index saved_device_filters_name on saved_device_filters (user_id, lower(name));

create table rate_limits (
  key text primary key,
  hits int not null,
  resets_at timestamptz not null
);
comment on table rate_limits is 'Stored in Postgres, so that counts survive a restart and replicas share them.';
create index rate_limits_resets_at on rate_limits (resets_at);

-- Ids without foreign keys, because an entry outlives the account.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id int,
  acting_as int,
  action text not null,
  object_kind text not null,
  object_id text not null,
  details jsonb,
  ip text
);
comment on column audit_log.user_id is 'The user who acted: the administrator where they acted as another user.';
comment on column audit_log.acting_as is 'The user as whom an administrator acted; null otherwise.';
comment on column audit_log.details is 'Contains no secrets.';
create index audit_log_at on audit_log (at);
create index audit_log_device on audit_log (object_id, at, id) where object_kind = 'device';
-- The bulk changes that a device was part of are found by its serial number, for its timeline.
create index audit_log_devices on audit_log using gin ((details -> 'serials') jsonb_path_ops)
  where object_kind = 'devices';

create table installation_usage (
  kind text primary key,
  used bigint not null,
  most bigint not null,
  counted_at timestamptz not null default now()
);
comment on table installation_usage is 'How much the installation has and may have, by kind.';
