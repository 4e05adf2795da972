import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { perRollupColumn } from './metrics.sql.ts';
import { CLOCK_TOLERANCE_MS } from '../device-state/index.ts';
import { DAY_MS } from './history-plan.ts';
import { withShortLock } from '../../db/transact.ts';

type Devices = { after: number; last: number };

const COLUMNS = sql.raw(perRollupColumn(({ rollup }, of) => `${rollup}_${of}`));
const OF_RECORDS = sql.raw(perRollupColumn(({ record }, of) => `${of}(${record})`));
const OF_HOURS = sql.raw(
  perRollupColumn(({ rollup }, of) =>
    of === 'avg' ? `sum(${rollup}_avg::float8 * records) / sum(records)` : `${of}(${rollup}_${of})`,
  ),
);
const REPLACED = sql.raw(
  `records = excluded.records, ${perRollupColumn(({ rollup }, of) => `${rollup}_${of} = excluded.${rollup}_${of}`)}`,
);

export async function findDevicesAfter(db: Kysely<Database>, after: number, limit: number): Promise<Devices | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(device_id) as last
    from (select device_id from device_state where device_id > ${after} order by device_id limit ${limit}) as next`.execute(
    db,
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : { after, last };
}

/**
 * Stores the hours of a UTC day, and the day, of these devices, replacing what is stored. `collected_at`, by which the partitions and their index
 * are, is the time of measurement but for a tolerance. It is up to a day away, and further by a known skew, only for devices with times that had
 * to be corrected since.
 */
export async function rollUpDay(db: Kysely<Database>, from: Date, { after, last }: Devices): Promise<void> {
  const to = new Date(from.getTime() + DAY_MS);
  const [earliest, latest] = [from.getTime() - CLOCK_TOLERANCE_MS, to.getTime() + CLOCK_TOLERANCE_MS].map(
    (ms) => new Date(ms),
  );
  await sql`
    with far as materialized (
      select device_id, (abs(coalesce(clock_skew_ms, 0)) + ${DAY_MS}) * interval '1 ms' as skew
      from device_state
      where device_id > ${after} and device_id <= ${last} and clock_right_since >= ${from}
    ), records as (
      select m.* from metrics m
      where m.device_id > ${after} and m.device_id <= ${last}
        and m.collected_at >= ${earliest} and m.collected_at < ${latest}
        and m.measured_at >= ${from} and m.measured_at < ${to}
      union all
      select m.* from far f join metrics m on m.device_id = f.device_id
      where m.collected_at >= ${earliest}::timestamptz - f.skew and m.collected_at < ${latest}::timestamptz + f.skew
        and not (m.collected_at >= ${earliest} and m.collected_at < ${latest})
        and m.measured_at >= ${from} and m.measured_at < ${to}
    ), hours as (
      insert into metrics_hourly (device_id, at, records, ${COLUMNS})
      select device_id, date_bin('1 hour', measured_at, 'epoch'), count(*), ${OF_RECORDS} from records group by 1, 2
      on conflict (device_id, at) do update set ${REPLACED}
      returning *
    )
    insert into metrics_daily (device_id, at, records, ${COLUMNS})
    select device_id, ${from}::timestamptz, sum(records), ${OF_HOURS} from hours group by 1
    on conflict (device_id, at) do update set ${REPLACED}`.execute(db);
}

type RollupTable = 'metrics_hourly' | 'metrics_daily';
const TABLES: readonly RollupTable[] = ['metrics_hourly', 'metrics_daily'];

/** The UTC month in the name of a partition: `202611`. */
const monthOf = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '');
const beginningOf = (month: string): Date => new Date(`${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00Z`);
const endOf = (month: string): Date => {
  const end = beginningOf(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
};

/** Attaching does not keep others from reading and writing the rest of the table. */
export async function makeMonth(trx: Kysely<Database>, day: Date): Promise<void> {
  const month = monthOf(day);
  const [from, to] = [beginningOf(month).toISOString(), endOf(month).toISOString()];
  for (const table of TABLES) {
    const name = `${table}_${month}`;
    const { rows } = await sql`select 1 from pg_class where oid = to_regclass(${name})`.execute(trx);
    if (rows.length > 0) continue;
    await sql`create table ${sql.table(name)} (like ${sql.table(table)} including constraints)`.execute(trx);
    await sql`
      alter table ${sql.table(table)} attach partition ${sql.table(name)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
  }
}

export async function dropOldMonths(
  db: Kysely<Database>,
  now: number,
  retentionDays: Record<RollupTable, number>,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of TABLES) {
    const oldest = now - retentionDays[table] * DAY_MS;
    const past = (await listMonths(db, table)).filter((month) => endOf(month).getTime() <= oldest);
    for (const month of past) {
      await withShortLock(db, (trx) => sql`drop table ${sql.table(`${table}_${month}`)}`.execute(trx));
      dropped.push(`${table}_${month}`);
    }
  }
  return dropped;
}

async function listMonths(db: Kysely<Database>, table: RollupTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_\\d{6}$' order by 1`.execute(db);
  return rows.map(({ name }) => name.slice(-6));
}

export async function findOldestDay(db: Kysely<Database>): Promise<Date | null> {
  const { rows } = await sql<{ day: Date | null }>`
    select min((right(c.relname, 8) || ' 00:00Z')::timestamptz) as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'metrics'::regclass and c.relname ~ '^metrics_\\d{8}$'`.execute(db);
  return rows[0]?.day ?? null;
}

type Progress = { next_day: Date | null; after_device: number };

export async function findProgress(db: Kysely<Database>): Promise<Progress> {
  return db.selectFrom('metrics_rollup_progress').select(['next_day', 'after_device']).executeTakeFirstOrThrow();
}

export async function lockProgress(trx: Kysely<Database>): Promise<Progress> {
  return trx
    .selectFrom('metrics_rollup_progress')
    .select(['next_day', 'after_device'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function storeProgress(trx: Kysely<Database>, progress: Progress): Promise<void> {
  await trx.updateTable('metrics_rollup_progress').set(progress).execute();
}
