import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startBelfry, type BenchDevice } from '../lib/belfry.ts';
import { node, start } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { quantile } from '../lib/statistics.ts';

/** 100 messages a second each, far below the broker’s rate for a device. */
const DEVICES = 250;
const PER_SECOND = 25_000;
const SECONDS = 60;
const SAMPLE_EVERY_MS = 200;
const WINDOW_MS = 10_000;
const COMMIT_TIMEOUT_MS = 30_000;
/** A backlog that grows by one message in a hundred reaches 600 ms after a minute. */
const MAX_LAG_MS = 500;
const FIRST_SECONDS = 'in its first ten seconds';

interface Lags {
  first: number;
  last: number;
}

/** Runs the load for a minute and samples the age of the newest committed rows. @throws when a record is lost. */
async function runRound(pool: Pool, port: number, devices: BenchDevice[], firstSeq: number): Promise<Lags> {
  await pool.query('truncate metrics');
  const input = { port, devices, perSecond: PER_SECOND, seconds: SECONDS, firstSeq };
  const load = start(node('tests/bench/load/steady.ts', JSON.stringify(input)), { core: 1 });
  await load.line((line) => line === 'begun');
  const begun = performance.now();
  const lags: { at: number; ms: number }[] = [];
  const ended = load.line((line) => line.startsWith('{'));
  while (performance.now() - begun < SECONDS * 1_000) {
    await delay(SAMPLE_EVERY_MS);
    const ms = await lagMs(pool);
    if (ms !== null) lags.push({ at: performance.now() - begun, ms });
  }
  const { offered, acknowledged } = JSON.parse(await ended) as { offered: number; acknowledged: number };
  await load.stop();
  await waitUntilStored(pool, offered);
  if (acknowledged !== offered) throw new Error(`the broker acknowledged ${acknowledged} of ${offered}`);
  const medianOf = (from: number, to: number): number => {
    const within = lags.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
    return quantile(
      within.toSorted((a, b) => a - b),
      0.5,
    );
  };
  return { first: medianOf(0, WINDOW_MS), last: medianOf(SECONDS * 1_000 - WINDOW_MS, SECONDS * 1_000) };
}

/** Age of the newest committed record, the median of some devices; null before there is one. */
async function lagMs(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select percentile_cont(0.5) within group (order by extract(epoch from clock_timestamp() - newest.at) * 1000)::float8 as ms
     from (select device_id from devices order by device_id limit 10) d
     cross join lateral (select collected_at as at from metrics m where m.device_id = d.device_id
       order by collected_at desc limit 1) newest`,
  );
  return rows[0]?.ms ?? null;
}

async function waitUntilStored(pool: Pool, offered: number): Promise<void> {
  const deadline = performance.now() + COMMIT_TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from metrics');
    if (rows[0]?.count === offered) return;
    if (performance.now() > deadline) throw new Error(`${rows[0]?.count} of ${offered} were stored`);
    await delay(250);
  }
}

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const devices = await belfry.devices(DEVICES);
  let seq = 1;
  let lags: Lags = { first: Number.NaN, last: Number.NaN };
  return {
    title: `${PER_SECOND.toLocaleString('en')} messages a second offered for a minute: age of the newest row`,
    unit: 'ms',
    ours: 'Belfry, in the last ten seconds',
    contenders: [
      {
        name: 'Belfry, in the last ten seconds',
        round: async () => {
          lags = await runRound(belfry.pool, belfry.mqttPort, devices, seq);
          seq += PER_SECOND * SECONDS;
          return lags.last;
        },
      },
      { name: FIRST_SECONDS, round: async () => lags.first },
    ],
    targets: [{ atMost: MAX_LAG_MS, unit: 'ms' }],
    notes: [
      `${DEVICES} devices; ${(PER_SECOND * SECONDS).toLocaleString('en')} messages a round, every one acknowledged and stored exactly once, or the row fails.`,
      'A device sends every 100 ms what has become due, which accounts for about 50 ms of the age. A backlog that grows by one message in a hundred reaches 600 ms after a minute.',
    ],
    rounds: 2,
    warmUp: false,
    stop: () => belfry.stop(),
  };
}

/** At a constant rate nothing is lost and the backlog does not grow. */
export const steady: Row = { name: 'ingest-steady', prepare };
