import { createLongStatements, type LongStatements } from '@belfry/api/db/long-statements';
import { createDb, createPool } from '@belfry/api/db/client';
import { rollUp } from '@belfry/api/features/metrics/rollups.service';
import type { Jobs } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import type pg from 'pg';
import { cpuSeconds } from './usage.ts';

export const DAY_MS = 86_400_000;

/** The beginning of the UTC day so many days ago. */
export const dayAgo = (days: number): number => (Math.floor(Date.now() / DAY_MS) - days) * DAY_MS;

/** Stores records of all devices in one UTC day, until now at most, in the order in which they would arrive. */
export async function storeDay(pool: pg.Pool, day: number, everyS: number): Promise<void> {
  const end = Math.min(day + DAY_MS, Date.now());
  await pool.query(
    `insert into metrics (device_id, collected_at, seq, received_at, measured_at, hostname, cpu_usage_percent,
      cpu_temperature, memory_usage_percent, disk_usage_percent, uptime_seconds)
    select d.device_id, at, extract(epoch from at)::int8, at + interval '1 s', at, 'bench', random() * 100, 40 + random() * 20,
      random() * 100, random() * 100, 3600
    from generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', $3::float8 * interval '1 s') as at
    cross join devices d`,
    [new Date(day), new Date(end), everyS],
  );
}

export type Rollups = {
  /** Rolls up the days before this one with the statements of the product. */
  until(day: number): Promise<{ wallS: number; cpuS: number }>;
  stop(): Promise<void>;
};

/** The job of the api in this process, beginning with the oldest partition. `cpuS` is that of its connection of Postgres. */
export async function startRollups(databaseUrl: string): Promise<Rollups> {
  const log = createLogger('silent');
  const pool = createPool(databaseUrl, { max: 1, name: 'bench-rollups' });
  const long: LongStatements = createLongStatements(databaseUrl, log);
  await pool.query('update metrics_rollup_progress set next_day = null, after_device = 0');
  const cpu = async (): Promise<number> => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'belfry-long' and datname = current_database()`,
    );
    return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  };
  return {
    async until(day) {
      const [cpuBefore, begun] = [await cpu(), performance.now()];
      const job = { day: new Date(day).toISOString().slice(0, 10) };
      await rollUp({ db: createDb(pool), long, jobs: {} as Jobs, log }, job, { signal: new AbortController().signal });
      return { wallS: (performance.now() - begun) / 1_000, cpuS: (await cpu()) - cpuBefore };
    },
    async stop() {
      await long.stop();
      await pool.end();
    },
  };
}

/** Bytes with indexes, and rows, of a table and its partitions. */
export async function sizeOf(pool: pg.Pool, table: string): Promise<{ bytes: number; rows: number }> {
  const { rows } = await pool.query<{ bytes: string; rows: string }>(
    `select coalesce(sum(pg_total_relation_size(relid)), 0) as bytes, (select count(*) from ${table}) as rows
    from pg_partition_tree($1) where isleaf`,
    [table],
  );
  return { bytes: Number(rows[0]?.bytes), rows: Number(rows[0]?.rows) };
}
