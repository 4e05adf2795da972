import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Nobody becomes a member without consent: people see their invitations, and block senders. No rule for sessions of somebody else's organisation reaches administrators. */
export const consent: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table blocked_senders (
    user_id int not null references users on delete cascade,
    sender_id int not null references users on delete cascade,
    blocked_at timestamptz not null default now(),
    primary key (user_id, sender_id)
  )`,
  `comment on table blocked_senders is 'Whose invitations a person neither sees nor gets by mail.'`,
  `create index blocked_senders_sender on blocked_senders (sender_id)`,
  `comment on table member_invitations is 'Invitations of people who are nowhere in an organisation to become member of a node.'`,
  `alter table member_invitations alter column message_id drop not null`,
  `comment on column member_invitations.message_id is 'Null: the person has blocked the sender, so nothing was sent.'`,
  `create index member_invitations_email on member_invitations (lower(email)) where accepted_by is null`,
  `alter table user_identities add column made_account boolean not null default false`,
  `comment on column user_identities.made_account is 'Whether the account was made for it.'`,
  // An account that a sign-in has made has its time.
  `update user_identities i set made_account = true from users u where u.id = i.user_id and u.created_at = i.created_at`,
  `create function is_in_organisation(person int, owner int) returns boolean language sql stable as $$
    select person = owner or exists (
      select from memberships m join companies c on c.company_id = m.company_id
      where m.user_id = person and c.user_id = owner and (m.expires_at is null or m.expires_at > now())
    )
  $$`,
  `create or replace function max_session_minutes_of(person int) returns int language plpgsql as $$
  begin
    return (
      select min(max_session_minutes) from organisation_settings
      where owner_id = person or owner_id in (
        select c.user_id from memberships m join companies c on c.company_id = m.company_id join users u on u.id = m.user_id
        where m.user_id = person and u.role = 'user' and (m.expires_at is null or m.expires_at > now())
      )
    );
  end $$`,
];
