import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages to browsers: the keys of the installation, the browsers of people, and from which severity on they are told. */
export const browserPush: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table push_keys (
    singleton boolean primary key default true check (singleton),
    public_key text not null,
    sealed bytea not null,
    created_at timestamptz not null default now()
  )`,
  `comment on table push_keys is 'The key with which the installation signs messages to browsers (VAPID), generated once.'`,
  `comment on column push_keys.sealed is 'The private key, encrypted with a key derived from SERVICE_SECRET.'`,
  `create table push_subscriptions (
    subscription_id int generated always as identity primary key,
    user_id int not null references users on delete cascade,
    key_id bigint references user_keys on delete set null,
    endpoint text not null unique,
    p256dh text not null,
    auth bytea not null,
    user_agent text,
    failures int not null default 0,
    created_at timestamptz not null default now(),
    last_success_at timestamptz
  )`,
  `comment on table push_subscriptions is 'Browsers that take messages for a person.'`,
  `comment on column push_subscriptions.key_id is 'Of the session of that browser; null: it has passed, and nobody has signed out.'`,
  `comment on column push_subscriptions.endpoint is 'The address at the push service of the browser. Whoever knows it could send.'`,
  `comment on column push_subscriptions.auth is 'Encrypted with a key derived from SERVICE_SECRET.'`,
  `comment on column push_subscriptions.failures is 'Messages in a row that were given up.'`,
  `create index push_subscriptions_user on push_subscriptions (user_id)`,
  `create index push_subscriptions_key on push_subscriptions (key_id) where key_id is not null`,
  `alter table user_settings add column alarm_push text not null default 'medium'
    check (alarm_push in ('low', 'medium', 'high', 'critical', 'never'))`,
  `comment on column user_settings.alarm_push is 'The severity from which on the browsers of the person are told of alarms.'`,
  `alter table alarm_notices drop constraint alarm_notices_channel_check,
    add constraint alarm_notices_channel_check check (channel in ('mail', 'sms', 'push'))`,
  // Who signs out gets nothing more in that browser. A session that has passed by itself ends nothing: people are told while they are away.
  `create function end_push_of_session() returns trigger language plpgsql as $$
  begin
    delete from push_subscriptions where key_id = new.id;
    return null;
  end $$`,
  `create trigger user_keys_end_push after update of revoked_at on user_keys for each row
    when (old.revoked_at is null and new.revoked_at is not null and new.expires_at > now()) execute function end_push_of_session()`,
  `create function end_push_of_person() returns trigger language plpgsql as $$
  begin
    delete from push_subscriptions where user_id = new.id;
    return null;
  end $$`,
  `create trigger users_end_push after update of role, password_hash, blocked, active on users for each row
    when ((old.role, old.password_hash, old.blocked, old.active) is distinct from (new.role, new.password_hash, new.blocked, new.active))
    execute function end_push_of_person()`,
];
