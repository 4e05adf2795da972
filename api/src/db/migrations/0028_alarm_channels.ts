import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** From which severity on people are told of alarms by mail and SMS, and what they are told. */
export const alarmChannels: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const LEVELS = `('low', 'medium', 'high', 'critical', 'never')`;

const STATEMENTS = [
  `alter table user_settings
    add column alarm_mail text not null default 'low' check (alarm_mail in ${LEVELS}),
    add column alarm_sms text not null default 'critical' check (alarm_sms in ${LEVELS}),
    add column alarm_quiet jsonb`,
  `comment on column user_settings.alarm_mail is 'The severity from which on the person gets mails about alarms.'`,
  `comment on column user_settings.alarm_quiet is 'From and to, in the zone of the person, when only critical alarms are told; null: never.'`,
  `create table alarm_notices (
    notice_id int generated always as identity primary key,
    user_id int not null references users on delete cascade,
    channel text not null check (channel in ('mail', 'sms')),
    alarm_id int not null references alarms on delete cascade,
    event text not null,
    severity text not null,
    due_at timestamptz not null,
    told_at timestamptz
  )`,
  `comment on table alarm_notices is 'Whom an alarm is to be told, and whom it was told.'`,
  `comment on column alarm_notices.told_at is 'When the message was given to the outbox; null: it waits.'`,
  `create index alarm_notices_due on alarm_notices (due_at) where told_at is null`,
  `create index alarm_notices_alarm on alarm_notices (alarm_id)`,
  `create index alarm_notices_person on alarm_notices (user_id, channel, told_at desc)`,
  // Whoever may read the alarm by its rule at this moment: asked when it is noted, and again when it is told.
  `create function alarm_recipients(alarm int) returns table (user_id int) language sql stable as $$
    with a as (
      select owner_id, company_id, coalesce(tell -> 'roles', '["technician", "manager"]') as roles, coalesce(tell -> 'people', '[]') as people
      from alarms where alarm_id = alarm
    ), found as (
      select u.id from a join users u on u.role in ('root', 'admin') where a.owner_id is null
      union
      select a.owner_id from a where a.owner_id is not null and (a.roles ? 'manager' or a.people @> to_jsonb(a.owner_id))
      union
      select r.user_id from a join node_rights r on r.company_id = a.company_id join memberships m on m.member_id = r.member_id
      where (r.expires_at is null or r.expires_at > now()) and (a.roles ? m.role or (a.people @> to_jsonb(r.user_id) and r.rights & 1 > 0))
      union
      select m.user_id from a join companies c on c.user_id = a.owner_id and c.level = 0 join memberships m on m.company_id = c.company_id
      where a.company_id is null and (m.expires_at is null or m.expires_at > now()) and (a.roles ? m.role or a.people @> to_jsonb(m.user_id))
    )
    select u.id from found join users u on u.id = found.id where not u.blocked and not u.program
  $$`,
];
