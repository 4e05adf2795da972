import type { HistoryResolution } from '@belfry/schemas/http/metrics/metrics-history';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { METRIC_COLUMNS, perRollupColumn } from '../metric-columns.ts';
import { collectedWithin, type MeasuredDevice } from '../metrics.sql.ts';
import type { HistoryPlan, Segment } from './history-plan.ts';
import type { Database } from '../../../db/database.ts';

export type HistoryRow = Omit<Database['metrics_hourly'], 'device_id'>;

const COLUMNS = perRollupColumn(({ rollup }, of) => `${rollup}_${of}`);
/** A record is a roll-up of itself. */
const OF_RECORD = perRollupColumn(({ record }) => record);
const MERGED = METRIC_COLUMNS.map(
  ({ rollup }) => `round((sum(${rollup}_avg::float8 * records) / sum(records))::numeric, 2)::float8 as ${rollup}_avg,
    min(${rollup}_min) as ${rollup}_min, max(${rollup}_max) as ${rollup}_max`,
).join(',\n    ');

const TABLES = { hourly: 'metrics_hourly', daily: 'metrics_daily' } as const satisfies Partial<
  Record<HistoryResolution, string>
>;

/** The points of a plan, the oldest first. */
export async function findHistory(
  db: Kysely<Database>,
  device: MeasuredDevice,
  { stepMs, segments }: HistoryPlan,
): Promise<HistoryRow[]> {
  if (segments.length === 0) return [];
  const parts = segments.map((segment) => selectOf(segment, device));
  const { rows } = await sql<HistoryRow>`
    with parts (at, records, ${sql.raw(COLUMNS)}) as (${sql.join(parts, sql` union all `)})
    select date_bin(${stepMs}::float8 * interval '1 ms', at, 'epoch') as at, sum(records)::int as records,
    ${sql.raw(MERGED)}
    from parts group by 1 order by 1`.execute(db);
  return rows;
}

const within = (column: string, { from, to }: { from: Date; to: Date }): RawBuilder<boolean> =>
  sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`;

function selectOf({ source, from, to }: Segment, device: MeasuredDevice): RawBuilder<unknown> {
  const range = { from: new Date(from), to: new Date(to) };
  const { device_id } = device;
  if (source !== 'raw')
    return sql`
      select at, records, ${sql.raw(COLUMNS)} from ${sql.table(TABLES[source])}
      where device_id = ${device_id} and ${within('at', range)}`;
  return sql`
    select measured_at, 1, ${sql.raw(OF_RECORD)} from metrics
    where device_id = ${device_id} and ${within('collected_at', collectedWithin({ device, ...range }))}
      and ${within('measured_at', range)}`;
}
