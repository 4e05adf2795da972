import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Passkeys of people, and the second factor that an organisation requires. */
export const passkeys: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table passkeys (
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
  )`,
  `comment on column passkeys.public_key is 'As COSE describes it; the private key never leaves the device of its person.'`,
  `comment on column passkeys.sign_count is 'How often it has signed, as it says itself; 0 for those that do not count.'`,
  `comment on column passkeys.transports is 'How browsers reach it, such as usb or internal.'`,
  `comment on column passkeys.set_aside_at is 'Since when it is refused: its counter went back, so it may have been copied.'`,
  `create index passkeys_user on passkeys (user_id)`,

  `create table spent_passkey_challenges (
    challenge_hash bytea primary key,
    expires_at timestamptz not null
  )`,
  `comment on table spent_passkey_challenges is 'Challenges are signed and not stored, so those that were used are, until they expire.'`,
  `create index spent_passkey_challenges_expires_at on spent_passkey_challenges (expires_at)`,

  `create table organisation_settings (
    owner_id int primary key references users on delete cascade,
    require_second_factor boolean not null default false,
    max_session_minutes int
  )`,
  `comment on table organisation_settings is 'What holds for everybody in an organisation, which is everything that its owner has.'`,
  `comment on column organisation_settings.max_session_minutes is 'How long a session may rest; null: as long as its person has chosen.'`,

  `alter table user_keys add column only_setup boolean not null default false`,
  `comment on column user_keys.only_setup is 'Valid for setting up a required second factor only, with which it becomes an ordinary key.'`,
];
