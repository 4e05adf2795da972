-- Mails and text messages that leave the product, what was charged for them, and templates.

-- The kinds are a list of the api, so no check repeats them.
create table outgoing_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  kind text not null,
  user_id int references users on delete set null,
  recipient text not null,
  lang text not null,
  subject text,
  text text not null,
  html text,
  code text,
  link text,
  secret_removed_at timestamptz,
  root_only boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on column outgoing_messages.recipient is 'A mail address, or a phone number with `+`.';
comment on column outgoing_messages.subject is 'null for SMS.';
comment on column outgoing_messages.code is 'The secrets in the text, shown separately on the outbox page.';
comment on column outgoing_messages.secret_removed_at is 'When expired code and link were removed, also from the text.';
comment on column outgoing_messages.root_only is 'Sent to a root account, so admins may not read it, also after that account was deleted.';
comment on column outgoing_messages.attempts is 'The number of attempts that have ended.';
comment on column outgoing_messages.due_at is 'When the next attempt of a queued message is due.';
create index outgoing_messages_user on outgoing_messages (user_id);
create index outgoing_messages_created on outgoing_messages (created_at desc, id desc);
create index outgoing_messages_queued on outgoing_messages (id) where state = 'queued';
-- The few messages with a code or link, which are checked every second.
create index outgoing_messages_secret on outgoing_messages (user_id) where (code is not null) or (link is not null);

create table message_attachments (
  message_id bigint primary key references outgoing_messages on delete cascade,
  filename text not null,
  content_type text not null,
  content text not null
);

create table sms_messages (
  message_id bigint primary key references outgoing_messages on delete cascade,
  user_id int not null references users on delete cascade,
  name text,
  place text,
  parts int not null,
  created_at timestamptz not null default now()
);
comment on table sms_messages is 'What the SMS page stores of a message in addition to its row in the outbox, with which it is deleted.';
comment on column sms_messages.user_id is 'The sender.';
comment on column sms_messages.name is 'The responsible person; null for a typed number.';
create index sms_messages_user on sms_messages (user_id, message_id desc);
create index sms_messages_created on sms_messages (created_at);

create table sms_templates (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  text text not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  created_by int references users on delete set null
);
comment on column sms_templates.name is 'Unique for its owner without regard to case.';
create unique index sms_templates_name on sms_templates (user_id, lower(name));
create index sms_templates_created_by on sms_templates (created_by) where created_by is not null;

create table message_ledger (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  class text not null check (class in ('code', 'confirmation', 'emergency', 'notice', 'registration', 'scenario', 'text', 'urgent')),
  channel text not null check (channel in ('mail', 'sms')),
  sender_id int,
  recipient text not null,
  parts int not null check (parts > 0)
);
comment on column message_ledger.sender_id is 'The user on whose behalf it is sent; null for codes. Not a reference, so that deleting an account renews no budget.';
comment on column message_ledger.recipient is 'A phone number with its plus, or a mail address in lower case.';
comment on column message_ledger.parts is 'One for a mail.';
create index message_ledger_by_time on message_ledger (channel, at);
create index message_ledger_by_sender on message_ledger (sender_id, at);
create index message_ledger_by_recipient on message_ledger (recipient, at);

create table confirmed_recipients (
  channel text check (channel in ('mail', 'sms')),
  recipient text,
  token_hash bytea not null unique,
  message_id bigint references outgoing_messages on delete set null,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (channel, recipient)
);
comment on table confirmed_recipients is 'Recipients that were asked whether they want messages. Those of confirmed accounts need no row.';
comment on column confirmed_recipients.recipient is 'A phone number with its plus, or a mail address in lower case.';
comment on column confirmed_recipients.token_hash is 'SHA-256 of the token in the newest link.';
comment on column confirmed_recipients.confirmed_at is 'null while it waits for the recipient.';
create index confirmed_recipients_by_message on confirmed_recipients (message_id);

create table message_digests (
  user_id int references users on delete cascade,
  channel text check (channel in ('mail', 'sms')),
  recipient text,
  lang text not null,
  count int not null,
  subjects text[] not null,
  started_at timestamptz not null default now(),
  due_at timestamptz not null default (now() + '01:00:00'::interval),
  primary key (user_id, channel, recipient)
);
comment on table message_digests is 'The notices of one sender to one recipient that exceeded a budget, and that one message replaces.';
comment on column message_digests.subjects is 'The subjects of the first ones.';
create index message_digests_by_due on message_digests (due_at);
create index message_digests_by_recipient on message_digests (recipient);

alter table confirmation_codes add foreign key (message_id) references outgoing_messages(id) on delete set null;
alter table one_time_tokens add foreign key (message_id) references outgoing_messages(id) on delete set null;
alter table invitations add foreign key (message_id) references outgoing_messages(id) on delete set null;
