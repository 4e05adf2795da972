import type { AlarmEventName, AlarmKind } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type { AlarmLevel } from '@belfry/schemas/http/accounts/settings';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { nodesWithRight } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';

export type Channel = 'mail' | 'sms' | 'push';
type QuietHours = { from: string; to: string };
export type Recipient = {
  user_id: number;
  time_zone: string;
  alarm_mail: AlarmLevel;
  alarm_sms: AlarmLevel;
  alarm_push: AlarmLevel;
  alarm_quiet: QuietHours | null;
  has_browser: boolean;
};
export type NewNotice = {
  user_id: number;
  channel: Channel;
  alarm_id: number;
  event: AlarmEventName;
  severity: AlarmSeverity;
  due_at: Date;
};

/** People who are told of one alarm; a rule with more names the first ones only. */
const RECIPIENTS_MAX = 100;

/** Whom the rule of an alarm names now, without one person. @param exceptId who did what is told; null: Belfry */
export async function findRecipients(
  trx: Kysely<Database>,
  alarmId: number,
  exceptId: number | null,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.time_zone, coalesce(s.alarm_mail, 'low') as alarm_mail, coalesce(s.alarm_sms, 'critical') as alarm_sms,
      coalesce(s.alarm_push, 'medium') as alarm_push, s.alarm_quiet,
      exists (select from push_subscriptions p where p.user_id = u.id) as has_browser
    from alarm_recipients(${alarmId}::int) r join users u on u.id = r.user_id left join user_settings s on s.user_id = u.id
    where u.id is distinct from ${exceptId}::int order by u.id limit ${sql.lit(RECIPIENTS_MAX)}`.execute(trx);
  return rows;
}

/** Further alarms are in the list only. */
const WAITING_MAX = 500;

export async function insertNotices(trx: Kysely<Database>, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into alarm_notices (user_id, channel, alarm_id, event, severity, due_at)
    select n.user_id, n.channel, n.alarm_id, n.event, n.severity, n.due_at
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as n (user_id int, channel text, alarm_id int, event text, severity text, due_at timestamptz)
    where not exists (
      select from alarm_notices w where w.user_id = n.user_id and w.channel = n.channel and w.told_at is null
      offset ${sql.lit(WAITING_MAX - 1)} limit 1)`.execute(trx);
}

/** What nobody has been told yet of an alarm that is over; whoever was told of it is told that it is over. */
export async function noteCleared(
  trx: Kysely<Database>,
  alarmId: number,
  { at, isOver }: { at: Date; isOver: boolean },
): Promise<void> {
  await sql`delete from alarm_notices where alarm_id = ${alarmId}::int and told_at is null`.execute(trx);
  if (!isOver) return;
  await sql`
    insert into alarm_notices (user_id, channel, alarm_id, event, severity, due_at)
    select distinct on (user_id, channel) user_id, channel, alarm_id, 'cleared', severity, ${at}
    from alarm_notices where alarm_id = ${alarmId}::int order by user_id, channel, notice_id`.execute(trx);
}

/** The next person, channel and organisation: nothing was sent to them shortly before, or something urgent waits. */
export type Turn = {
  user_id: number;
  /** The organisation of the alarms; null: they are about the installation. */
  owner_id: number | null;
  channel: Channel;
  name: string;
  email: string;
  phone: string | null;
  lang: string;
  time_zone: string;
};

export async function lockSending(trx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('belfry alarm notices')) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

export async function isAnythingDue(db: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from alarm_notices where told_at is null and due_at <= ${now}) as due`.execute(db);
  return rows[0]?.due === true;
}

/**
 * Urgent notices do not wait for others: the alarm is critical, or nobody has taken care of it. @param notice the alias
 * of `alarm_notices`
 */
const urgent = (notice: string): RawBuilder<boolean> =>
  sql.raw(`(${notice}.event = 'escalated' or ${notice}.severity = 'critical' and ${notice}.event <> 'cleared')`);

/** Messages sent after these instants delay the next ones: `urgent` the urgent ones, `rest` all others. */
export type Pauses = { rest: Date; urgent: Date };
export type Due = { rest: boolean; urgent: boolean };

const told = (isUrgent: boolean, since: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from alarm_notices t join alarms b on b.alarm_id = t.alarm_id
  where t.user_id = w.user_id and t.channel = w.channel and b.owner_id is not distinct from w.owner_id and t.told_at > ${since}
    and ${isUrgent ? urgent('t') : sql`not ${urgent('t')}`})`;

const isDue = ({ rest, urgent: latest }: Pauses): { rest: RawBuilder<boolean>; urgent: RawBuilder<boolean> } => ({
  rest: sql<boolean>`not ${told(false, rest)}`,
  urgent: sql<boolean>`not ${told(true, latest)}`,
});

export async function findTurns(db: Kysely<Database>, now: Date, pauses: Pauses, limit: number): Promise<Turn[]> {
  const due = isDue(pauses);
  const { rows } = await sql<Turn>`
    select w.user_id, w.channel, w.owner_id, u.name, u.email, u.phone, u.lang, u.time_zone
    from (
      select n.user_id, n.channel, a.owner_id, min(n.due_at) as due_at, bool_or(${urgent('n')}) as urgent, bool_or(not ${urgent('n')}) as rest
      from alarm_notices n join alarms a on a.alarm_id = n.alarm_id
      where n.told_at is null and n.due_at <= ${now} group by n.user_id, n.channel, a.owner_id
    ) w join users u on u.id = w.user_id
    where (w.rest and ${due.rest}) or (w.urgent and ${due.urgent})
    order by w.urgent desc, w.due_at, w.user_id, w.channel limit ${limit}`.execute(db);
  return rows;
}

export async function findDue(trx: Kysely<Database>, turn: Turn, pauses: Pauses): Promise<Due> {
  const due = isDue(pauses);
  const { rows } = await sql<Due>`
    select ${due.rest} as rest, ${due.urgent} as urgent
    from (select ${turn.user_id}::int as user_id, ${turn.channel}::text as channel, ${turn.owner_id}::int as owner_id) w`.execute(
    trx,
  );
  return rows[0] ?? { rest: false, urgent: false };
}

export type WaitingNotice = {
  notice_id: number;
  alarm_id: number;
  event: AlarmEventName;
  severity: AlarmSeverity;
  kind: AlarmKind;
  place: string | null;
  above: string | null;
  detail: string | null;
  owner_id: number | null;
  device_count: number;
  device: string | null;
  raised_at: Date;
  handled: boolean;
  urgent: boolean;
  permitted: boolean;
};

export async function findWaiting(
  trx: Kysely<Database>,
  { user_id, channel, owner_id }: Turn,
  due: Due,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    select n.notice_id, n.alarm_id, n.event, n.severity, a.kind, a.place, a.detail, a.owner_id, a.device_count, a.raised_at,
      a.state in ('acknowledged', 'snoozed') as handled, ${urgent('n')} as urgent,
      (
        select above.name from companies c join companies above on above.company_id = c.parent_company_id
        where c.company_id = a.company_id
          and (a.owner_id = n.user_id or above.company_id in (${nodesWithRight(user_id, 'read')}))
      ) as above,
      (
        select d.serial from alarm_devices x join devices d on d.device_id = x.device_id
        where x.alarm_id = a.alarm_id order by x.joined_at, d.serial limit 1
      ) as device,
      exists (select from alarm_recipients(a.alarm_id) r where r.user_id = n.user_id) as permitted
    from alarm_notices n join alarms a on a.alarm_id = n.alarm_id
    where n.user_id = ${user_id}::int and n.channel = ${channel} and n.told_at is null and n.due_at <= ${now}
      and a.owner_id is not distinct from ${owner_id}::int
      and ((${due.rest} and not ${urgent('n')}) or (${due.urgent} and ${urgent('n')}))
    order by n.notice_id limit ${limit}`.execute(trx);
  return rows;
}

export async function markTold(trx: Kysely<Database>, noticeIds: readonly number[], now: Date): Promise<void> {
  await sql`update alarm_notices set told_at = ${now} where notice_id = any(${[...noticeIds]}::int4[])`.execute(trx);
}

export async function deleteNotices(trx: Kysely<Database>, noticeIds: readonly number[]): Promise<void> {
  await sql`delete from alarm_notices where notice_id = any(${[...noticeIds]}::int4[])`.execute(trx);
}
