import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** A copy of the values at the time of this migration. */
const MESSAGE_KINDS = [
  'confirm_email',
  'confirm_phone',
  'reset_password',
  'password_changed',
  'unlock_sign_in',
  'sms',
  'notice',
];

/** Text messages that people send, and their templates. */
export const sms: Migration = {
  async up(db) {
    await sql`
      alter table outgoing_messages
        drop constraint outgoing_messages_kind_check,
        add constraint outgoing_messages_kind_check check (kind in ${oneOf(MESSAGE_KINDS)})`.execute(db);
    await sql`
      create table sms_messages (
        message_id bigint primary key references outgoing_messages on delete cascade,
        user_id int not null references users on delete cascade,
        name text,
        place text,
        parts int not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index sms_messages_user on sms_messages (user_id, message_id desc)`.execute(db);
    await sql`create index sms_messages_created on sms_messages (created_at)`.execute(db);
    await sql`
      create table sms_templates (
        id int generated always as identity primary key,
        user_id int not null references users on delete cascade,
        name text not null,
        text text not null,
        revision int not null default 1,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create unique index sms_templates_name on sms_templates (user_id, lower(name))`.execute(db);
  },
};
