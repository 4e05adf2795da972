import { startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Contender, Measurement, Row } from '../lib/row.ts';

const BATCH_ROWS = 2_000;
const BATCHES = 50;
const DEVICES = 100;
const UNNEST = 'unnest alone';
const COPY = 'COPY';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const serials = (await belfry.provision(DEVICES)).map(({ serial }) => serial);
  for (const table of ['floor_unnest', 'floor_copy']) {
    await belfry.pool.query(`create table ${table} (like metrics)`);
    await belfry.pool.query(`create unique index on ${table} (device_id, collected_at, seq) nulls not distinct`);
  }
  const contender = (name: string, mode: string, table: string): Contender => ({
    name,
    round: async () => {
      await belfry.pool.query(`truncate ${table}`);
      const shape = { batches: BATCHES, batchRows: BATCH_ROWS };
      const input = { databaseUrl: belfry.databaseUrl, mode, table, serials, ...shape };
      const { rate } = await runLoad<{ rate: number }>('tests/bench/load/insert.ts', { core: 1, input });
      const { rows } = await belfry.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      if (rows[0]?.count !== BATCHES * BATCH_ROWS) throw new Error(`${name} stored ${rows[0]?.count} rows`);
      return rate;
    },
  });
  return {
    title: `batches of ${BATCH_ROWS} rows into Postgres, one connection`,
    unit: 'rows/s',
    ours: 'Belfry, with devices and last state',
    contenders: [
      contender('Belfry, with devices and last state', 'belfry', 'metrics'),
      contender(UNNEST, 'unnest', 'floor_unnest'),
      contender(COPY, 'copy', 'floor_copy'),
    ],
    targets: [
      { of: UNNEST, against: COPY, atLeast: 0.7 },
      { against: COPY, atLeast: 0.7 },
    ],
    notes: [
      `${BATCHES} batches a round, ${DEVICES} devices; the floors' tables have the same columns and unique index.`,
      "Ours is the api's whole statement: serials joined to devices, corrected clocks, a table partitioned by day, last states and acknowledgements in the same transaction.",
    ],
    rounds: 7,
    stop: () => belfry.stop(),
  };
}

/** The api's insert statement without MQTT, compared with COPY. */
export const unnest: Row = { name: 'unnest', prepare };
