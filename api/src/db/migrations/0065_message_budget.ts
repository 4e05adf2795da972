import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What each message to a person is charged to, the recipients that have confirmed that they want messages, and the notices that wait
 * for a budget. The text messages of the last day are taken over, so that an upgrade does not renew the budgets.
 */
export const messageBudget: Migration = {
  async up(db) {
    await sql`
      create table message_ledger (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        class text not null check (class in ('code', 'confirmation', 'emergency', 'notice', 'text')),
        channel text not null check (channel in ('mail', 'sms')),
        sender_id int,
        recipient text not null,
        parts int not null check (parts > 0)
      )`.execute(db);
    await sql`create index message_ledger_by_time on message_ledger (channel, at)`.execute(db);
    await sql`create index message_ledger_by_sender on message_ledger (sender_id, at)`.execute(db);
    await sql`create index message_ledger_by_recipient on message_ledger (recipient, at)`.execute(db);
    await sql`
      insert into message_ledger (at, class, channel, sender_id, recipient, parts)
      select s.created_at, 'text', 'sms', s.user_id, m.recipient, greatest(s.parts, 1)
      from sms_messages s join outgoing_messages m on m.id = s.message_id
      where s.created_at > now() - interval '1 day'`.execute(db);
    await sql`
      create table confirmed_recipients (
        channel text not null check (channel in ('mail', 'sms')),
        recipient text not null,
        token_hash bytea not null unique,
        message_id bigint references outgoing_messages on delete set null,
        requested_at timestamptz not null default now(),
        confirmed_at timestamptz,
        primary key (channel, recipient)
      )`.execute(db);
    await sql`create index confirmed_recipients_by_message on confirmed_recipients (message_id)`.execute(db);
    await sql`
      create table message_digests (
        user_id int not null references users on delete cascade,
        channel text not null check (channel in ('mail', 'sms')),
        recipient text not null,
        lang text not null,
        count int not null,
        subjects text[] not null,
        started_at timestamptz not null default now(),
        due_at timestamptz not null default now() + interval '1 hour',
        primary key (user_id, channel, recipient)
      )`.execute(db);
    await sql`create index message_digests_by_due on message_digests (due_at)`.execute(db);
  },
};
