import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { CHANGES_KEPT, type Condition } from './decide.ts';

/** Evaluators write one after another, whatever instance they are in: alarms are raised and cleared once. */
export async function lockAlarms(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('belfry alarms'))`.execute(trx);
}

/** A condition that has begun or ended. Times are milliseconds since 1970. */
export type Change = {
  kind: AlarmKind;
  subject: string;
  owner_id: number | null;
  device_id: number | null;
  company_id: number | null;
  bad: boolean;
  since: number;
  value: number | null;
  detail?: string | null;
};

const dates = (times: readonly number[]): Date[] => times.map((time) => new Date(time));

/**
 * Stores conditions that have begun or ended; those that are known to be so are not changed. One that has ended and is not known is
 * not stored. The evaluator looks at them next.
 */
export async function storeChanges(trx: Kysely<Database>, changes: readonly Change[], now: number): Promise<void> {
  const column = <Name extends keyof Change>(name: Name): Change[Name][] => changes.map((change) => change[name]);
  await sql`
    with incoming as (
      select * from unnest(
        ${column('kind')}::text[], ${column('subject')}::text[], ${column('owner_id')}::int4[], ${column('device_id')}::int4[],
        ${column('company_id')}::int4[], ${column('bad')}::bool[], ${dates(column('since'))}::timestamptz[],
        ${column('value')}::float8[], ${changes.map(({ detail = null }) => detail)}::text[]
      ) as i (kind, subject, owner_id, device_id, company_id, bad, since, value, detail)
    ), begun as (
      insert into alarm_conditions as c (kind, subject, owner_id, device_id, company_id, bad, since, changes, value, detail, due_at)
      select i.kind, i.subject, i.owner_id, i.device_id, n.company_id, true, i.since, array[${new Date(now)}::timestamptz], i.value,
        i.detail, ${new Date(now)}::timestamptz
      from incoming i left join companies n on n.company_id = i.company_id
      where i.bad
        and (i.device_id is null or exists (select from devices d where d.device_id = i.device_id))
        and (i.owner_id is null or exists (select from users u where u.id = i.owner_id))
      on conflict (kind, subject) do update set
        bad = true, since = excluded.since, value = excluded.value, detail = excluded.detail, due_at = excluded.due_at,
        owner_id = excluded.owner_id, company_id = excluded.company_id,
        changes = (c.changes || excluded.changes)[greatest(1, cardinality(c.changes) + 2 - ${sql.lit(CHANGES_KEPT)}):]
      where not c.bad
    )
    update alarm_conditions c set
      bad = false, since = i.since, due_at = ${new Date(now)}::timestamptz,
      changes = (c.changes || ${new Date(now)}::timestamptz)[greatest(1, cardinality(c.changes) + 2 - ${sql.lit(CHANGES_KEPT)}):]
    from incoming i
    where not i.bad and c.bad and c.kind = i.kind and c.subject = i.subject`.execute(trx);
}

export async function findBadSubjects(db: Kysely<Database>, kind: AlarmKind): Promise<string[]> {
  const rows = await db
    .selectFrom('alarm_conditions')
    .select('subject')
    .where('kind', '=', kind)
    .where('bad', '=', true)
    .execute();
  return rows.map(({ subject }) => subject);
}

type Row = Omit<Condition, 'since' | 'changes'> & { since: Date; changes: Date[] };

const COLUMNS = sql`
  c.condition_id, c.kind, c.subject, c.owner_id, c.device_id, c.company_id, c.bad, c.since, c.changes, c.detail, c.alarm_id, a.kind as alarm_kind`;

const toCondition = ({ since, changes, ...row }: Row): Condition => ({
  ...row,
  since: since.getTime(),
  changes: changes.map((at) => at.getTime()),
});

export async function isAnythingDue(db: Kysely<Database>, now: number): Promise<boolean> {
  const at = new Date(now);
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from alarm_conditions where due_at <= ${at})
      or exists (select from alarms where cleared_at is null and least(rises_at, escalates_at, snoozed_until) <= ${at}) as due`.execute(
    db,
  );
  return rows[0]?.due === true;
}

export async function findDue(trx: Kysely<Database>, now: number, limit: number): Promise<Condition[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from alarm_conditions c left join alarms a on a.alarm_id = c.alarm_id
    where c.due_at <= ${new Date(now)} order by c.due_at, c.condition_id limit ${limit}`.execute(trx);
  return rows.map(toCondition);
}

/**
 * What conditions of one kind in one organisation may be grouped with: those that began or changed in a range of time, and have no alarm of
 * several. `unstable`: those with an alarm of that kind instead of those that are bad.
 */
export async function findPeers(
  trx: Kysely<Database>,
  { kind, unstable, ownerId, from, to }: PeersAsked,
): Promise<Condition[]> {
  const state = unstable
    ? sql`a.kind = 'unstable' and a.subject = c.subject`
    : sql`c.bad and (c.alarm_id is null or (a.kind = c.kind and a.subject = c.subject))`;
  const { rows } = await sql<Row>`
    select ${COLUMNS} from alarm_conditions c left join alarms a on a.alarm_id = c.alarm_id
    where c.owner_id = ${ownerId} and c.kind = ${kind} and c.since between ${new Date(from)} and ${new Date(to)}
      and ${state}`.execute(trx);
  return rows.map(toCondition);
}

type PeersAsked = { kind: AlarmKind; unstable: boolean; ownerId: number; from: number; to: number };

/** `calm`: the changes of these conditions were planned or our own fault, and do not count. */
export async function setDue(
  trx: Kysely<Database>,
  waiting: readonly { condition_id: number; until: number; calm: boolean }[],
): Promise<void> {
  if (waiting.length === 0) return;
  await sql`
    update alarm_conditions c set due_at = w.until, changes = case when w.calm then '{}' else c.changes end
    from unnest(${waiting.map(({ condition_id }) => condition_id)}::int4[],
      ${dates(waiting.map(({ until }) => until))}::timestamptz[], ${waiting.map(({ calm }) => calm)}::bool[])
      as w (condition_id, until, calm)
    where c.condition_id = w.condition_id`.execute(trx);
}

/** These conditions belong to no alarm from now on. They are due again, since they may need another one. */
export async function leaveAlarms(trx: Kysely<Database>, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with leaving as (
      select condition_id, alarm_id, device_id from alarm_conditions where condition_id = any(${[...ids]}::int4[])
    ), left_devices as (
      update alarm_devices d set left_at = ${new Date(now)} from leaving l
      where d.alarm_id = l.alarm_id and d.device_id = l.device_id and d.left_at is null
    )
    update alarm_conditions c set alarm_id = null, due_at = ${new Date(now)} from leaving l
    where c.condition_id = l.condition_id`.execute(trx);
}

export async function deleteConditions(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from alarm_conditions where condition_id = any(${[...ids]}::int4[])`.execute(trx);
}

/** The evaluator looks at all conditions of an organisation again, since its rules or windows have changed. */
export async function reviewConditions(trx: Kysely<Database>, ownerId: number): Promise<void> {
  await sql`update alarm_conditions set due_at = now() where owner_id = ${ownerId}`.execute(trx);
}
