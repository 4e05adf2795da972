import type { AlertReason, FeedAlert } from '@belfry/schemas/http/alert-feeds';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { changeInBatches } from '../../db/transact.ts';
import type { Page, Wire } from '../../http/routes/route.ts';

/** Decisions are kept so long; what has started something is in the history of the trigger for longer, and starts nothing again. */
const KEPT_DAYS = 90;
const COUNTED_MAX = 10_000;

export type NewDecision = Insertable<Database['alert_decisions']>;

export async function listDecisions(
  db: Kysely<Database>,
  triggerId: number,
  { limit, offset }: Page,
): Promise<{ rows: Wire<FeedAlert>[]; total: number }> {
  const { rows } = await sql<Wire<FeedAlert>>`
    select d.decision_id, d.identifier, d.sender, d.sent, d.message_type, d.status, d.event, d.headline, d.severity, d.area, d.expires, d.decision,
      d.reason, d.detail, d.at, d.firing_id, f.state as firing_state,
      (select r.run_id from announcement_runs r where r.run_id = f.run_id) as run_id
    from alert_decisions d left join trigger_firings f on f.firing_id = d.firing_id
    where d.trigger_id = ${triggerId} order by d.decision_id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from alert_decisions d where d.trigger_id = ${triggerId} limit ${sql.lit(COUNTED_MAX)}) as listed`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export async function findDecided(
  db: Kysely<Database>,
  triggerId: number,
  column: 'alert_key' | 'link_key',
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(column)} as key from alert_decisions
    where trigger_id = ${triggerId} and ${sql.ref(column)} = any(${keys}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

export async function countDecidedToday(db: Kysely<Database>, triggerId: number, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from alert_decisions where trigger_id = ${triggerId} and at > now() - interval '1 day' limit ${most}) as recent`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Stores a decision. @returns its id, or null where the alert was decided before */
export async function insertDecision(trx: Kysely<Database>, decision: NewDecision): Promise<number | null> {
  const inserted = await trx
    .insertInto('alert_decisions')
    .values(decision)
    .onConflict((conflict) => conflict.columns(['trigger_id', 'alert_key']).doNothing())
    .returning('decision_id')
    .executeTakeFirst();
  return inserted?.decision_id ?? null;
}

export async function noteFiring(trx: Kysely<Database>, decisionId: number, firingId: number): Promise<void> {
  await trx.updateTable('alert_decisions').set({ firing_id: firingId }).where('decision_id', '=', decisionId).execute();
}

export async function setReason(trx: Kysely<Database>, decisionId: number, reason: AlertReason): Promise<void> {
  await trx.updateTable('alert_decisions').set({ reason }).where('decision_id', '=', decisionId).execute();
}

export async function findLater(
  db: Kysely<Database>,
  triggerId: number,
  { key, isDrill }: { key: string; isDrill: boolean },
): Promise<{ cancelled: boolean; superseded: boolean }> {
  const { rows } = await sql<{ cancelled: boolean; superseded: boolean }>`
    select coalesce(bool_or(decision = 'ended'), false) as cancelled, coalesce(bool_or(message_type = 'Update'), false) as superseded
    from alert_decisions
    where trigger_id = ${triggerId} and is_drill = ${isDrill} and refs @> array[${key}]::text[] and decision not in ('ignored', 'invalid')`.execute(
    db,
  );
  return rows[0] ?? { cancelled: false, superseded: false };
}

/** A `with` of `chain`: everything that these alerts refer to as well, through updates of updates. */
export const chainOf = (triggerId: number, { refs, isDrill }: { refs: readonly string[]; isDrill: boolean }) => sql`
  with recursive chain as (
    select alert_key, refs, started_rank, firing_id from alert_decisions
    where trigger_id = ${triggerId} and is_drill = ${isDrill} and alert_key = any(${refs}::text[])
    union
    select d.alert_key, d.refs, d.started_rank, d.firing_id from alert_decisions d join chain c on d.alert_key = any(c.refs)
    where d.trigger_id = ${triggerId} and d.is_drill = ${isDrill}
  )`;

export async function findStartedRank(
  db: Kysely<Database>,
  triggerId: number,
  of: { refs: readonly string[]; isDrill: boolean },
): Promise<number | null> {
  if (of.refs.length === 0) return null;
  const { rows } = await sql<{ rank: number | null }>`${chainOf(triggerId, of)}
    select max(c.started_rank)::int as rank from chain c join trigger_firings f on f.firing_id = c.firing_id
    where f.state not in ('limited', 'refused', 'failed')`.execute(db);
  return rows[0]?.rank ?? null;
}

export const deleteOldDecisions = (db: Kysely<Database>): Promise<void> =>
  changeInBatches(async (limit) =>
    sql`delete from alert_decisions where decision_id in (
      select decision_id from alert_decisions where at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) limit ${limit})`.execute(
      db,
    ),
  );
