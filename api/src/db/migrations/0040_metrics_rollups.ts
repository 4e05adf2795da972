import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What charts show of a metric: average, minimum and maximum. */
const VALUES = ['cpu', 'temperature', 'memory', 'disk']
  .flatMap((metric) => ['avg', 'min', 'max'].map((of) => `${metric}_${of} real not null`))
  .join(', ');

/**
 * Metrics by the hour and by the day, partitioned by month. The job that fills them creates the partitions, and begins with the
 * oldest records, so that the migration itself moves no data.
 */
export const metricsRollups: Migration = {
  async up(db) {
    for (const table of ['metrics_hourly', 'metrics_daily']) await createRollup(db, table);
    await sql`
      create table metrics_rollup_progress (
        only_row boolean primary key default true check (only_row),
        next_day timestamptz,
        after_device int not null default 0
      )`.execute(db);
    await sql`insert into metrics_rollup_progress default values`.execute(db);
  },
};

async function createRollup(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create table ${sql.table(table)} (
      at timestamptz not null,
      device_id int not null,
      records int not null,
      ${sql.raw(VALUES)},
      primary key (device_id, at)
    ) partition by range (at)`.execute(db);
}
