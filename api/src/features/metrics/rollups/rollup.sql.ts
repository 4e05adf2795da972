import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { perRollupColumn } from '../metric-columns.ts';
import { CLOCK_TOLERANCE_MS } from '../../device-state/index.ts';
import { DAY_MS } from '../times.ts';

/** Devices are rolled up in the order of their ids. */
export type Devices = { after: number; last: number };

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

/** The next devices after this id, at most `limit`; null: there are none. */
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
