-- Accounts with their keys, second factors, passkeys and saved filters.

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
  revision int not null default 1,
  program boolean not null default false
);
comment on column users.email is 'The address as it was typed; unique, case-insensitive, among accounts that are no pending registrations.';
comment on column users.password_hash is 'PHC string, argon2id.';
comment on column users.utc_offset is 'Minutes east of UTC.';
comment on column users.registration_pending is 'Created by a registration and never confirmed.';
comment on column users.may_text_any_number is 'See SMS-8.';
comment on column users.full_quotas is 'Otherwise the account has a tenth of the quotas, since nobody has confirmed it; see USER-24.';
comment on column users.revision is 'The revision of the editable fields, maintained by a trigger.';
comment on column users.program is 'The account of a key of a program; nobody signs in with it, and no list of people has it.';
create index users_registration_pending on users (created_at) where registration_pending;
create unique index users_email_key on users (lower(email)) where not registration_pending;
create index users_pending_email on users (lower(email)) where registration_pending;
-- Unique, because the confirmation of a phone identifies its account by the phone.
create unique index users_phone_key on users (phone) where not registration_pending;
create index users_pending_phone on users (phone) where registration_pending;

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
  made_by int references users on delete cascade,
  only_setup boolean not null default false,
  last_active_at timestamptz not null default now()
);
comment on column user_keys.key_hash is 'SHA-256 of the key; the key itself is never stored.';
comment on column user_keys.expires_at is 'A time-out after the last use by the person, or 30 days after the last use.';
comment on column user_keys.ip is 'The address of the sign-in; null for a key that was disclosed to an administrator.';
comment on column user_keys.made_by is 'The administrator who works with it as this user; null for a user''s own key.';
comment on column user_keys.only_setup is 'Valid for setting up a required second factor only, with which it becomes an ordinary key.';
comment on column user_keys.last_active_at is 'The last use by the person; pages that fetch something by themselves do not count.';
create index user_keys_user on user_keys (user_id);
create index user_keys_made_by on user_keys (made_by) where made_by is not null;
create index user_keys_expiry on user_keys (expires_at) where revoked_at is null;

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
  user_id int references users on delete cascade,
  code_hash bytea,
  primary key (user_id, code_hash)
);
comment on column recovery_codes.code_hash is 'SHA-256; each row is an unused code.';

create table confirmation_codes (
  user_id int references users on delete cascade,
  purpose text,
  code_hash bytea not null,
  message_id bigint,
  tries int not null default 0,
  contact text,
  created_at timestamptz not null default now(),
  tries_of_strangers int not null default 0,
  primary key (user_id, purpose)
);
comment on column confirmation_codes.code_hash is 'HMAC, because four digits could be guessed from a plain hash.';
comment on column confirmation_codes.message_id is 'The message that contains it; its time to live starts when that was sent.';
comment on column confirmation_codes.tries is 'The number of wrong attempts.';
comment on column confirmation_codes.contact is 'The mail or phone that replaces that of the account.';
comment on column confirmation_codes.tries_of_strangers is 'Wrong guesses of browsers that did not register the account.';
create index confirmation_codes_message_id on confirmation_codes (message_id) where message_id is not null;

create table one_time_tokens (
  token_hash bytea primary key,
  user_id int not null references users on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'two_factor', 'unlock_sign_in')),
  message_id bigint,
  tries int not null default 0,
  created_at timestamptz not null default now()
);
comment on column one_time_tokens.token_hash is 'SHA-256; the token itself is never stored.';
comment on column one_time_tokens.message_id is 'The message that contains it, if any; its time to live starts when that was sent.';
comment on column one_time_tokens.tries is 'The number of wrong codes, for a challenge.';
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_message_id on one_time_tokens (message_id) where message_id is not null;

create table invitations (
  id int generated always as identity primary key,
  token_hash bytea not null,
  email text not null,
  lang text not null,
  invited_by int references users on delete set null,
  message_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_id int references users on delete set null
);
comment on column invitations.token_hash is 'SHA-256; the token itself is in the mail only.';
comment on column invitations.user_id is 'The account that registered with it; null while it is open, and again where that account was removed.';
create unique index invitations_token on invitations (token_hash);
create index invitations_message on invitations (message_id);
create index invitations_created on invitations (created_at);
create index invitations_invited_by on invitations (invited_by) where invited_by is not null;
create index invitations_user_id on invitations (user_id) where user_id is not null;

create table passkeys (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  set_aside_at timestamptz
);
comment on column passkeys.public_key is 'As COSE describes it; the private key never leaves the device of its person.';
comment on column passkeys.sign_count is 'How often it has signed, as it says itself; 0 for those that do not count.';
comment on column passkeys.transports is 'How browsers reach it, such as usb or internal.';
comment on column passkeys.set_aside_at is 'Since when it is refused: its counter went back, so it may have been copied.';
create index passkeys_user on passkeys (user_id);

create table spent_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table spent_passkey_challenges is 'Challenges are signed and not stored, so those that were used are, until they expire.';
create index spent_passkey_challenges_expires_at on spent_passkey_challenges (expires_at);

-- Two migrations that were written at the same time have it.
create table organisation_settings (
  owner_id int primary key references users on delete cascade,
  require_second_factor boolean not null default false,
  max_session_minutes int
);
comment on table organisation_settings is 'What holds for everybody in an organisation, which is everything that its owner has.';
comment on column organisation_settings.max_session_minutes is 'The longest time-out of the sessions of the owner and all members; null: any.';

create table user_settings (
  user_id int primary key references users on delete cascade,
  session_minutes int check (session_minutes >= 30 and session_minutes <= 480),
  system_notifications boolean not null default false,
  auto_save boolean not null default true,
  alarm_mail text not null default 'low' check (alarm_mail in ('low', 'medium', 'high', 'critical', 'never')),
  alarm_sms text not null default 'critical' check (alarm_sms in ('low', 'medium', 'high', 'critical', 'never')),
  alarm_quiet jsonb,
  alarm_push text not null default 'medium' check (alarm_push in ('low', 'medium', 'high', 'critical', 'never')),
  report_mail boolean not null default false
);
comment on table user_settings is 'What people choose for all browsers; no row: the defaults.';
comment on column user_settings.session_minutes is 'The time-out of their sessions; null: none of their own.';
comment on column user_settings.alarm_mail is 'The severity from which on the person gets mails about alarms.';
comment on column user_settings.alarm_quiet is 'From and to, in the zone of the person, when only critical alarms are told; null: never.';
comment on column user_settings.alarm_push is 'The severity from which on the browsers of the person are told of alarms.';
comment on column user_settings.report_mail is 'Whether the person gets a mail about each month.';
create index user_settings_report_mail on user_settings (user_id) where report_mail;

-- Volatile, so that a statement that waited for a change of the settings sees it.
create function session_minutes_of(person int) returns int language plpgsql as $$
  begin
    return least(
      (select session_minutes from user_settings where user_id = person),
      max_session_minutes_of(person)
    );
  end $$;

create function max_session_minutes_of(person int) returns int language plpgsql as $$
  begin
    return (
      select min(max_session_minutes) from organisation_settings
      where owner_id = person or owner_id in (
        select c.user_id from memberships m join companies c on c.company_id = m.company_id join users u on u.id = m.user_id
        where m.user_id = person and u.role = 'user' and (m.expires_at is null or m.expires_at > now())
      )
    );
  end $$;

-- Keys that administrators were shown, and those with which they work as somebody else, have no time-out.
create function shorten_sessions(people int[]) returns void language sql as $$
    update user_keys k set expires_at = k.last_active_at + make_interval(mins => t.minutes)
    from (select person, session_minutes_of(person) as minutes from unnest(people) p (person)) t
    where k.user_id = t.person and k.revoked_at is null and k.ip is not null and k.made_by is null
      and k.expires_at > k.last_active_at + make_interval(mins => t.minutes)
  $$;

create function shorten_sessions_of_person() returns trigger language plpgsql as $$
  begin
    perform shorten_sessions(array[new.user_id]);
    return null;
  end $$;
create trigger user_settings_shorten_sessions after insert or update of session_minutes on user_settings for each row when (new.session_minutes is not null) execute function shorten_sessions_of_person();

create function shorten_sessions_of_organisation() returns trigger language plpgsql as $$
  begin
    perform shorten_sessions(array(
      select new.owner_id
      union
      select m.user_id from companies c join memberships m on m.company_id = c.company_id where c.user_id = new.owner_id
    ));
    return null;
  end $$;
create trigger organisation_settings_shorten_sessions after insert or update of max_session_minutes on organisation_settings for each row when (new.max_session_minutes is not null) execute function shorten_sessions_of_organisation();

-- As for users. A new key does not change the revision.
create trigger count_revision before update on users for each row when ((old.name, old.email, old.email_confirm, old.phone, old.phone_confirm, old.role, old.lang, old.country, old.country_code, old.city, old.region, old.utc_offset, old.time_zone) is distinct from (new.name, new.email, new.email_confirm, new.phone, new.phone_confirm, new.role, new.lang, new.country, new.country_code, new.city, new.region, new.utc_offset, new.time_zone)) execute function count_revision();
