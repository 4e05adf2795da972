import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const MESSAGE_CHANNELS = ['mail', 'sms'];
const MESSAGE_KINDS = ['confirm_email', 'confirm_phone', 'reset_password', 'password_changed', 'unlock_sign_in'];
const MESSAGE_STATES = ['queued', 'sent', 'failed'];

/** Codes, one-time tokens, the queue of mail and SMS, and two-factor sign-in. */
export const accounts: Migration = {
  async up(db) {
    // Unique, because the confirmation of a phone identifies its account by the phone.
    await sql`create unique index users_phone_key on users (phone)`.execute(db);
    await sql`
      create table outgoing_messages (
        id bigint generated always as identity primary key,
        channel text not null check (channel in ${oneOf(MESSAGE_CHANNELS)}),
        kind text not null check (kind in ${oneOf(MESSAGE_KINDS)}),
        user_id int references users on delete set null,
        recipient text not null,
        lang text not null,
        subject text,
        text text not null,
        html text,
        code text,
        link text,
        state text not null default 'queued' check (state in ${oneOf(MESSAGE_STATES)}),
        attempts int not null default 0,
        next_attempt_at timestamptz not null default now(),
        last_error text,
        created_at timestamptz not null default now(),
        sent_at timestamptz
      )`.execute(db);
    await sql`create index outgoing_messages_due on outgoing_messages (next_attempt_at) where state = 'queued'`.execute(
      db,
    );
    await sql`create index outgoing_messages_user on outgoing_messages (user_id)`.execute(db);
    await sql`
      create table confirmation_codes (
        user_id int not null references users on delete cascade,
        purpose text not null check (purpose in ('email', 'phone')),
        code_hash bytea not null,
        message_id bigint references outgoing_messages on delete set null,
        tries int not null default 0,
        created_at timestamptz not null default now(),
        primary key (user_id, purpose)
      )`.execute(db);
    await sql`
      create table one_time_tokens (
        token_hash bytea primary key,
        user_id int not null references users on delete cascade,
        purpose text not null check (purpose in ('reset_password', 'two_factor')),
        message_id bigint references outgoing_messages on delete set null,
        tries int not null default 0,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index one_time_tokens_user on one_time_tokens (user_id, purpose)`.execute(db);
    await sql`
      create table two_factor (
        user_id int primary key references users on delete cascade,
        secret bytea not null,
        enabled_at timestamptz,
        last_step bigint not null default 0,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table recovery_codes (
        user_id int not null references users on delete cascade,
        code_hash bytea not null,
        primary key (user_id, code_hash)
      )`.execute(db);
  },
};
