import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { int8Array } from '../../db/binary-arrays.ts';
import type { Database } from '../../db/database.ts';

/** The owner of devices that have none. */
export const NOBODY = 0;
/** A job that has not ended by then is taken for dead, and what it writes is refused. */
const LEASE_S = 120;
const ROWS_MAX = 50_000;

type Work = { stale: boolean; unannounced: boolean; expected: boolean };

/**
 * Whether programmes are stale, whether versions are not announced that should be, and whether runs are due: one cheap statement
 * instead of three transactions.
 */
export async function findWork(db: Kysely<Database>): Promise<Work> {
  const { rows } = await sql<Work>`
    select exists (select from stale_programmes) as stale, exists (
      select from programmes p
      where p.announced is distinct from p.version and (p.announce_at is null or p.announce_at <= now())) as unannounced,
      exists (select from programme_contents where next_run_at <= now()) as expected`.execute(db);
  return rows[0] ?? { stale: false, unannounced: false, expected: false };
}

/**
 * Leases the owners whose programmes are stale and who are not compiled for already. So of several instances one compiles,
 * and what becomes stale meanwhile is compiled afterwards.
 */
export async function leaseStaleOwners(trx: Kysely<Database>): Promise<{ user_id: number; lease: string }[]> {
  const lease = randomUUID();
  const { rows } = await sql<{ user_id: number; lease: string }>`
    insert into programme_owners as o (user_id, lease, leased_at)
    select distinct coalesce(user_id, ${NOBODY}), ${lease}::uuid, now() from stale_programmes
    on conflict (user_id) do update set lease = excluded.lease, leased_at = excluded.leased_at
    where o.lease is null or o.leased_at < now() - make_interval(secs => ${LEASE_S})
    returning user_id, lease`.execute(trx);
  return rows;
}

/** What is stale of an owner: everything, or what these schedules and devices concern. */
export type StaleScope = {
  ids: number[];
  all: boolean;
  /** Nothing has changed, but the programmes end too soon. */
  due: boolean;
  scheduleIds: Set<number>;
  deviceIds: Set<number>;
};

export async function findStale(db: Kysely<Database>, userId: number): Promise<StaleScope> {
  const rows = await db
    .selectFrom('stale_programmes')
    .select(['id', 'schedule_id', 'device_id', 'due'])
    .where(sql<boolean>`coalesce(user_id, ${NOBODY}) = ${userId}`)
    .limit(ROWS_MAX)
    .execute();
  return {
    ids: rows.map(({ id }) => id),
    due: rows.length > 0 && rows.every(({ due }) => due),
    all: rows.some(({ schedule_id, device_id }) => schedule_id === null && device_id === null),
    scheduleIds: new Set(rows.flatMap(({ schedule_id }) => schedule_id ?? [])),
    deviceIds: new Set(rows.flatMap(({ device_id }) => device_id ?? [])),
  };
}

/** Locks the lease of an owner until the transaction ends; false if another job has it by now. */
export async function lockLease(trx: Kysely<Database>, userId: number, lease: string): Promise<boolean> {
  const { rows } = await sql`
    select from programme_owners where user_id = ${userId} and lease = ${lease}::uuid for update`.execute(trx);
  return rows.length > 0;
}

/** Ends a lease; `ids` are not stale any more. */
export async function releaseLease(
  trx: Kysely<Database>,
  userId: number,
  { ids, compiledUntil }: { ids: readonly number[]; compiledUntil: Date | null },
): Promise<void> {
  await sql`delete from stale_programmes where id = any(${int8Array(ids)}::int8[])`.execute(trx);
  await trx
    .updateTable('programme_owners')
    .set((eb) => ({ lease: null, compiled_until: compiledUntil ?? eb.ref('compiled_until') }))
    .where('user_id', '=', userId)
    .execute();
}

export async function markStale(db: Kysely<Database>, userId: number): Promise<void> {
  await db.insertInto('stale_programmes').values({ user_id: userId }).execute();
}

/** Owners whose programmes end too soon, or who have texts that could not be rendered some time ago. */
export async function markDue(db: Kysely<Database>, endsBefore: Date, retryRenderingS: number): Promise<void> {
  await sql`
    insert into stale_programmes (user_id, due)
    select o.user_id, coalesce(o.compiled_until < ${endsBefore}, false) from programme_owners o
    where o.lease is null and o.user_id <> ${NOBODY}
      and not exists (select from stale_programmes s where s.user_id = o.user_id)
      and (o.compiled_until < ${endsBefore}
        or (o.leased_at < now() - make_interval(secs => ${retryRenderingS})
          and exists (select from schedules p where p.user_id = o.user_id and p.enabled and p.problem is not null
            and p.devices > 0)))`.execute(db);
}

/** Whether texts of an owner may be rendered now; false while another job does it. */
export async function startRendering(trx: Kysely<Database>, userId: number, leaseS: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('programme_owners')
    .set({ rendering_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('rendering_at', 'is', null),
        eb('rendering_at', '<', sql<Date>`now() - make_interval(secs => ${leaseS})`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endRendering(trx: Kysely<Database>, userId: number): Promise<void> {
  await trx.updateTable('programme_owners').set({ rendering_at: null }).where('user_id', '=', userId).execute();
}
