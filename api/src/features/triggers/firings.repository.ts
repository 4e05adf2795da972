import { TRIGGER_ASKS_MINUTES, type TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import type { FiringState } from '@belfry/schemas/domain/firings';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { changeInBatches } from '../../db/transact.ts';
import type { Page, Wire } from '../../http/routes/route.ts';

const KEPT_DAYS = 400;
const COUNTED_MAX = 10_000;

export const FIRINGS = sql`
  select f.firing_id, f.trigger_id, t.name, t.company_id, f.source, f.state, f.reason,
    (select r.run_id from announcement_runs r where r.run_id = f.run_id) as run_id, f.details, f.ends_run_ids is not null as ends, f.at,
    f.created_at,
    case when f.state = 'asking' then f.expires_at end as expires_at, u.name as decided_by, f.decided_at
  from trigger_firings f join triggers t on t.id = f.trigger_id left join users u on u.id = f.decided_by`;

export async function findFiring(db: Kysely<Database>, firingId: number): Promise<Wire<TriggerFiring> | undefined> {
  return (await sql<Wire<TriggerFiring>>`${FIRINGS} where f.firing_id = ${firingId}`.execute(db)).rows[0];
}

export async function listFirings(
  db: Kysely<Database>,
  triggerId: number,
  { limit, offset }: Page,
): Promise<{ rows: Wire<TriggerFiring>[]; total: number }> {
  const { rows } = await sql<Wire<TriggerFiring>>`
    ${FIRINGS} where f.trigger_id = ${triggerId} order by f.firing_id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from trigger_firings f where f.trigger_id = ${triggerId} limit ${sql.lit(COUNTED_MAX)}) as listed`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

type NewFiring = Pick<
  Insertable<Database['trigger_firings']>,
  'trigger_id' | 'cause' | 'source' | 'drill' | 'ends_run_ids'
> & {
  details: Record<string, unknown>;
  at: Date;
};

/** @returns its id, and whether the same cause was noted before */
export async function insertFiring(
  db: Kysely<Database>,
  { details, ...firing }: NewFiring,
): Promise<{ firing_id: number; repeated: boolean }> {
  const inserted = await db
    .insertInto('trigger_firings')
    .values({ ...firing, state: 'queued', details: JSON.stringify(details) })
    .onConflict((conflict) => conflict.columns(['trigger_id', 'cause']).doNothing())
    .returning('firing_id')
    .executeTakeFirst();
  if (inserted) return { firing_id: inserted.firing_id, repeated: false };
  const { firing_id } = await db
    .selectFrom('trigger_firings')
    .select('firing_id')
    .where('trigger_id', '=', firing.trigger_id)
    .where('cause', '=', firing.cause)
    .executeTakeFirstOrThrow();
  return { firing_id, repeated: true };
}

/** Longer than a start takes. What was claimed by an instance that has ended is claimed again. */
const CLAIM_S = 60;

export type ClaimedFiring = Row<'trigger_firings'>;

/** Undefined where somebody else works on the firing, or has. */
export async function claimFiring(db: Kysely<Database>, firingId: number): Promise<ClaimedFiring | undefined> {
  const { rows } = await sql<ClaimedFiring>`
    update trigger_firings set claimed_until = now() + make_interval(secs => ${sql.lit(CLAIM_S)}), attempts = attempts + 1
    where firing_id = ${firingId} and state = 'queued' and (claimed_until is null or claimed_until < now())
    returning *`.execute(db);
  return rows[0];
}

export async function postponeFiring(db: Kysely<Database>, firingId: number, seconds: number): Promise<void> {
  await sql`
    update trigger_firings set claimed_until = now() + make_interval(secs => ${seconds})
    where firing_id = ${firingId} and state = 'queued'`.execute(db);
}

/** Gives a firing another attempt that was one too many. @returns whether it was */
export async function requeueLimited(db: Kysely<Database>, firingId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('trigger_firings')
    .set({ state: 'queued', reason: null, attempts: 0, claimed_until: null, run_id: sql<string>`gen_random_uuid()` })
    .where('firing_id', '=', firingId)
    .where('state', '=', 'limited')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function settleFiring(
  trx: Kysely<Database>,
  firingId: number,
  { state, reason }: { state: FiringState; reason: string | null },
): Promise<void> {
  await sql`
    update trigger_firings set state = ${state}, reason = ${reason}, claimed_until = null,
      expires_at = case when ${state} = 'asking' then now() + make_interval(mins => ${sql.lit(TRIGGER_ASKS_MINUTES)}) end
    where firing_id = ${firingId}`.execute(trx);
}

export async function lockAsking(trx: Kysely<Database>, firingId: number): Promise<ClaimedFiring | undefined> {
  return trx.selectFrom('trigger_firings').selectAll().where('firing_id', '=', firingId).forUpdate().executeTakeFirst();
}

export async function decideFiring(
  trx: Kysely<Database>,
  firingId: number,
  { userId, state }: { userId: number; state: 'queued' | 'declined' },
): Promise<void> {
  await trx
    .updateTable('trigger_firings')
    .set({ state, decided_by: userId, decided_at: sql<Date>`now()`, claimed_until: null, attempts: 0 })
    .where('firing_id', '=', firingId)
    .execute();
}

/**
 * What is to be done, with one statement: the firings that nobody works on, the oldest first, whether something was not confirmed in time, and whether
 * a feed of public alerts is due.
 */
export async function findFiringWork(
  db: Kysely<Database>,
  limit: number,
): Promise<{ queued: number[]; isLate: boolean; isFeedDue: boolean }> {
  const { rows } = await sql<{ queued: number[]; is_late: boolean; is_feed_due: boolean }>`
    select array(
      select firing_id::float8 from (
        select f.firing_id, row_number() over (partition by t.owner_id order by t.action ->> 'type' <> 'emergency', f.firing_id) as turn
        from trigger_firings f join triggers t on t.id = f.trigger_id
        where f.state = 'queued' and (f.claimed_until is null or f.claimed_until < now())) as waiting
      order by turn, firing_id limit ${limit}
    ) as queued, exists (select from trigger_firings where state = 'asking' and expires_at < now()) as is_late,
      exists (
        select from alert_feeds f join triggers t on t.id = f.trigger_id
        where f.next_read_at <= now() and (f.claimed_until is null or f.claimed_until < now()) and t.enabled) as is_feed_due`.execute(
    db,
  );
  const [row] = rows;
  return { queued: row?.queued ?? [], isLate: row?.is_late ?? false, isFeedDue: row?.is_feed_due ?? false };
}

export type FiringTurn = {
  firing_id: number;
  owner_id: number;
  branch: number | null;
  urgency: 'emergency' | 'now';
};
export async function findFiringTurns(db: Kysely<Database>, firingIds: readonly number[]): Promise<FiringTurn[]> {
  const { rows } = await sql<FiringTurn>`
    select f.firing_id::float8 as firing_id, t.owner_id, top_branch_of(t.company_id) as branch,
      case when t.action ->> 'type' = 'emergency' then 'emergency' else 'now' end as urgency
    from trigger_firings f join triggers t on t.id = f.trigger_id
    where f.firing_id = any(${[...firingIds]}::int8[]) order by f.firing_id`.execute(db);
  return rows;
}

export async function expireAsking(db: Kysely<Database>): Promise<void> {
  await sql`update trigger_firings set state = 'expired' where state = 'asking' and expires_at < now()`.execute(db);
}

export const deleteOldFirings = (db: Kysely<Database>): Promise<void> =>
  changeInBatches(async (limit) =>
    sql`delete from trigger_firings where firing_id in (
      select firing_id from trigger_firings
      where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) limit ${limit})`.execute(db),
  );
