import type pg from 'pg';
import { makePastPartitions } from '../../support/metrics/stored-metrics.ts';
import { startBelfry, type Belfry } from '../lib/belfry.ts';
import type { Contender, Measurement, Row } from '../lib/row.ts';
import { dayAgo, sizeOf, startRollups, storeDay, type Rollups } from '../lib/year.ts';
import { chartLatency, CHARTS, dropOldest, INGEST_ROWS, longestPause, PAUSE_MS } from '../lib/year-measures.ts';

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const DEVICES = setting('YEAR_DEVICES', 1_000);
const DAYS = setting('YEAR_DAYS', 365);
/** Of the last days, as devices send by default, and of the days before, which only fill the tables. */
const DENSE = { days: setting('YEAR_DENSE_DAYS', 5), everyS: 30 };
const SPARSE_EVERY_S = setting('YEAR_EVERY_S', 1_800);
const RANGES = { '24 h': 1, '30 days': 30, 'a year': DAYS } as const;
const CHART_MAX_MS = 100;

async function fill(belfry: Belfry): Promise<void> {
  await makePastPartitions(belfry.pool, DAYS);
  for (let days = DAYS; days >= 0; days--)
    await storeDay(belfry.pool, dayAgo(days), days <= DENSE.days ? DENSE.everyS : SPARSE_EVERY_S);
  // The devices were provisioned just now; those of a real year are older than their records.
  await belfry.pool.query(`update device_state set clock_right_since = now() - interval '10 years'`);
  await belfry.pool.query('vacuum (analyze) metrics, device_state');
}

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`;

async function sizes(pool: pg.Pool): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, rowsPerDay] of [
    ['metrics', 2_880],
    ['metrics_hourly', 24],
    ['metrics_daily', 1],
  ] as const) {
    const { bytes, rows } = await sizeOf(pool, table);
    const perRow = bytes / rows;
    lines.push(
      `${table}: ${rows.toLocaleString('en')} rows, ${mib(bytes)} with indexes, ${Math.round(perRow)} bytes a row; a day of 1,000 devices at one record per 30 s has ${mib(perRow * rowsPerDay * 1_000)}.`,
    );
  }
  return lines;
}

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const serials = (await belfry.provision(DEVICES)).map(({ serial }) => serial);
  await fill(belfry);
  const rollups = await startRollups(belfry.databaseUrl);
  const all = await rollups.until(dayAgo(3));
  const dense = await rollups.until(dayAgo(2));
  await belfry.pool.query('vacuum (analyze) metrics_hourly, metrics_daily');
  return { ...measurement(belfry, serials, rollups), notes: await notes(belfry.pool, { all, dense }) };
}

type Cost = Awaited<ReturnType<Rollups['until']>>;

async function notes(pool: pg.Pool, { all, dense }: { all: Cost; dense: Cost }): Promise<string[]> {
  const perHour = ({ wallS, cpuS }: Cost): string => {
    const [wall, cpu] = [wallS, cpuS].map((s) => ((s * 1_000) / 24 / (DEVICES / 1_000)).toFixed(0));
    return `${wall} ms, ${cpu} ms of processor time`;
  };
  return [
    `${DEVICES.toLocaleString('en')} devices, ${DAYS} days: one record per ${DENSE.everyS} s in the last ${DENSE.days} days, one per ${SPARSE_EVERY_S} s before.`,
    `Roll-up of a day at one record per ${DENSE.everyS} s, per hour of 1,000 devices: ${perHour(dense)}.`,
    `Roll-up of the other ${DAYS - 2} days: ${all.wallS.toFixed(1)} s, ${all.cpuS.toFixed(1)} s of processor time.`,
    ...(await sizes(pool)),
    `Charts: p95 of ${CHARTS} devices through HTTP, one after another, up to two days of records included. Pause: the longest statement with ${INGEST_ROWS} records within ${PAUSE_MS / 1_000} s.`,
  ];
}

const WITHOUT = 'longest ingest statement without retention';

function measurement(belfry: Belfry, serials: string[], rollups: Rollups): Omit<Measurement, 'notes'> {
  const charts = Object.entries(RANGES).map(([name, days]): Contender => ({
    name: `chart of ${name}`,
    round: () => chartLatency(belfry, serials, days),
  }));
  const pause = (name: string, meanwhile: () => Promise<unknown>): Contender => ({
    name,
    round: () => longestPause(belfry.pool, serials, meanwhile),
  });
  return {
    title: 'a year of metrics',
    unit: 'ms',
    ours: 'chart of a year',
    contenders: [
      ...charts,
      pause(WITHOUT, async () => undefined),
      pause('longest ingest statement while a day is dropped', () => dropOldest(belfry.pool)),
    ],
    targets: charts.map(({ name }) => ({ of: name, atMost: CHART_MAX_MS, unit: 'ms' })),
    rounds: 3,
    stop: async () => {
      await rollups.stop();
      await belfry.stop();
    },
  };
}

/** A generated year of metrics of 1,000 devices: size, roll-up, charts, and retention beside the ingest. */
export const year: Row = { name: 'year', prepare };
