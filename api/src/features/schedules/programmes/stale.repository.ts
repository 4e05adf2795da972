import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The owner of devices that have none. */
export const NOBODY = 0;
/** A job that has not ended by then is taken for dead, and what it writes is refused. */
const LEASE_S = 120;
const ROWS_MAX = 50_000;
export const FAILURES_MAX = 3;
/** The first repetition after a failure; the second one waits twice as long. */
const REPEAT_S = 2;

type Work = { stale: boolean; unannounced: boolean; expected: boolean };

/**
 * Whether programmes are stale, whether versions are not announced that should be, and whether runs are due: one cheap statement
 * instead of three transactions.
 */
export async function findWork(db: Kysely<Database>): Promise<Work> {
  const { rows } = await sql<Work>`
    select exists (
      select from stale_programmes s left join programme_owners o on o.user_id = coalesce(s.user_id, ${NOBODY})
      where o.set_aside_at is null or s.schedule_id is not null) as stale, exists (
      select from programmes p
      where p.announced is distinct from p.version and (p.announce_at is null or p.announce_at <= now())) as unannounced,
      exists (select from programme_contents where next_run_at <= now()) as expected`.execute(db);
  return rows[0] ?? { stale: false, unannounced: false, expected: false };
}

/**
 * Leases the owners whose programmes are stale and who are not compiled for already. So of several instances one compiles,
 * and what becomes stale in that time is compiled afterwards. One who was set aside is leased again after a change of a schedule.
 */
export async function leaseStaleOwners(trx: Kysely<Database>): Promise<{ user_id: number; lease: string }[]> {
  await resume(trx);
  const lease = randomUUID();
  const { rows } = await sql<{ user_id: number; lease: string }>`
    insert into programme_owners as o (user_id, lease, leased_at)
    select distinct coalesce(user_id, ${NOBODY}), ${lease}::uuid, now() from stale_programmes
    on conflict (user_id) do update set lease = excluded.lease, leased_at = excluded.leased_at
    where o.set_aside_at is null and (o.leased_at < now() - make_interval(secs => ${LEASE_S})
      or o.lease is null and (o.failures = 0 or o.leased_at < now() - make_interval(secs => ${REPEAT_S} * o.failures)))
    returning user_id, lease`.execute(trx);
  return rows;
}

/** Everything of those who were set aside is stale as soon as one of their schedules has changed. */
async function resume(trx: Kysely<Database>): Promise<void> {
  await sql`
    with resumed as (
      update programme_owners o set set_aside_at = null, failures = 0
      where o.set_aside_at is not null
        and exists (select from stale_programmes s where s.user_id = o.user_id and s.schedule_id is not null)
      returning o.user_id)
    insert into stale_programmes (user_id) select user_id from resumed`.execute(trx);
}

/** @returns the failures in a row */
export async function failLease(trx: Kysely<Database>, userId: number): Promise<number> {
  const failed = trx.updateTable('programme_owners').where('user_id', '=', userId);
  const row = await failed
    .set({ lease: null, failures: sql`failures + 1` })
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

export async function setAside(trx: Kysely<Database>, userId: number): Promise<void> {
  const owner = trx.updateTable('programme_owners').where('user_id', '=', userId);
  await owner.set({ set_aside_at: sql<Date>`now()` }).execute();
  await trx.deleteFrom('stale_programmes').where('user_id', '=', userId).execute();
}

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

/** False if another job has the lease by now. */
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
  await sql`delete from stale_programmes where id = any(${ids}::int8[])`.execute(trx);
  await trx
    .updateTable('programme_owners')
    .set((eb) => ({ lease: null, failures: 0, compiled_until: compiledUntil ?? eb.ref('compiled_until') }))
    .where('user_id', '=', userId)
    .execute();
}

export async function markStale(db: Kysely<Database>, userId: number): Promise<void> {
  await db.insertInto('stale_programmes').values({ user_id: userId }).execute();
}

/** What has become stale of owners who are set aside is not needed: everything of theirs is compiled when they return. */
export async function deleteSetAside(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from stale_programmes s using programme_owners o
    where o.user_id = s.user_id and o.set_aside_at is not null and s.schedule_id is null`.execute(db);
}

/** Owners whose programmes end too soon, or who have texts that could not be rendered some time ago. */
export async function markDue(db: Kysely<Database>, endsBefore: Date, retryRenderingS: number): Promise<void> {
  await sql`
    insert into stale_programmes (user_id, due)
    select o.user_id, coalesce(o.compiled_until < ${endsBefore}, false) from programme_owners o
    where o.lease is null and o.set_aside_at is null and o.user_id <> ${NOBODY}
      and not exists (select from stale_programmes s where s.user_id = o.user_id)
      and (o.compiled_until < ${endsBefore}
        or (o.leased_at < now() - make_interval(secs => ${retryRenderingS})
          and exists (select from schedules p where p.user_id = o.user_id and p.enabled and p.problem is not null
            and p.devices > 0)
          or o.leased_at < now() - make_interval(secs => ${retryRenderingS})
          and exists (select from bell_timetables b where b.user_id = o.user_id and b.problem is not null)))`.execute(
    db,
  );
}

/** False while another job renders them. */
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
