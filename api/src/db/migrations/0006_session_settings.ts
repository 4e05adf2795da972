import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What people choose for all browsers, the time-out of sessions, and the log level. `user_keys.expires_at` is the one date at which a key ends: a use
 * sets it, and the triggers bring it forward when a shorter time-out begins to hold.
 */
export const sessionSettings: Migration = {
  async up(db) {
    for (const statement of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) await sql.raw(statement).execute(db);
  },
};

const TABLES = [
  // Two migrations that were written at the same time have it.
  `create table if not exists organisation_settings (
    owner_id int primary key references users on delete cascade,
    require_second_factor boolean not null default false,
    max_session_minutes int check (max_session_minutes between 30 and 480)
  )`,
  `comment on column organisation_settings.max_session_minutes is 'The longest time-out of the sessions of the owner and all members; null: any.'`,
  `create table user_settings (
    user_id int primary key references users on delete cascade,
    session_minutes int check (session_minutes between 30 and 480),
    system_notifications boolean not null default false,
    auto_save boolean not null default true
  )`,
  `comment on table user_settings is 'What people choose for all browsers; no row: the defaults.'`,
  `comment on column user_settings.session_minutes is 'The time-out of their sessions; null: none of their own.'`,
  `create table log_level (
    singleton boolean primary key default true check (singleton),
    level text not null check (level in ('error', 'warn', 'info', 'debug')),
    set_by int references users on delete set null,
    set_at timestamptz not null default now(),
    until timestamptz not null
  )`,
  `comment on table log_level is 'The level that all instances of the api write until then, instead of LOG_LEVEL.'`,
  `alter table user_keys add column last_active_at timestamptz not null default now()`,
  `comment on column user_keys.expires_at is 'A time-out after the last use by the person, or 30 days after the last use.'`,
  `comment on column user_keys.last_active_at is 'The last use by the person; pages that fetch something by themselves do not count.'`,
  `create index user_keys_expiry on user_keys (expires_at) where revoked_at is null`,
];

const FUNCTIONS = [
  // Volatile, so that a statement that waited for a change of the settings sees it.
  `create function session_minutes_of(person int) returns int language plpgsql as $$
  begin
    return least(
      (select session_minutes from user_settings where user_id = person),
      max_session_minutes_of(person)
    );
  end $$`,
  `create function max_session_minutes_of(person int) returns int language plpgsql as $$
  begin
    return (
      select min(max_session_minutes) from organisation_settings
      where owner_id = person or owner_id in (
        select c.user_id from memberships m join companies c on c.company_id = m.company_id
        where m.user_id = person and (m.expires_at is null or m.expires_at > now())
      )
    );
  end $$`,
  // Keys that administrators were shown, and those with which they work as somebody else, have no time-out.
  `create function shorten_sessions(people int[]) returns void language sql as $$
    update user_keys k set expires_at = k.last_active_at + make_interval(mins => t.minutes)
    from (select person, session_minutes_of(person) as minutes from unnest(people) p (person)) t
    where k.user_id = t.person and k.revoked_at is null and k.ip is not null and k.made_by is null
      and k.expires_at > k.last_active_at + make_interval(mins => t.minutes)
  $$`,
  `create function shorten_sessions_of_person() returns trigger language plpgsql as $$
  begin
    perform shorten_sessions(array[new.user_id]);
    return null;
  end $$`,
  `create function shorten_sessions_of_organisation() returns trigger language plpgsql as $$
  begin
    perform shorten_sessions(array(
      select new.owner_id
      union
      select m.user_id from companies c join memberships m on m.company_id = c.company_id where c.user_id = new.owner_id
    ));
    return null;
  end $$`,
];

const TRIGGERS = [
  `create trigger user_settings_shorten_sessions after insert or update of session_minutes on user_settings
    for each row when (new.session_minutes is not null) execute function shorten_sessions_of_person()`,
  `create trigger organisation_settings_shorten_sessions after insert or update of max_session_minutes on organisation_settings
    for each row when (new.max_session_minutes is not null) execute function shorten_sessions_of_organisation()`,
  `create trigger memberships_shorten_sessions after insert or update of expires_at on memberships
    for each row execute function shorten_sessions_of_person()`,
];
