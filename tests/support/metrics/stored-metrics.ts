import { makePartitions } from '@belfry/api/features/metrics/partitions.sql';
import { createDb } from '@belfry/api/db/client';
import { createLongStatements } from '@belfry/api/db/long-statements';
import { rollUp } from '@belfry/api/features/metrics/rollups.service';
import { createLogger } from '@belfry/api/log';
import type { Jobs } from '@belfry/api/jobs/index';
import type { Kysely } from 'kysely';
import type { Database } from '@belfry/api/db/database';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type pg from 'pg';
import { connectDevice, type MqttDevice } from '../devices/mqtt-device.ts';
import { createDevice } from '../factories.ts';
import type { Caller, HttpClient } from '../http-client.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An instant so many milliseconds before now, as devices send it. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** The beginning of the UTC day so many days ago. */
export const daysAgo = (days: number): Date => new Date((Math.floor(Date.now() / DAY_MS) - days) * DAY_MS);

/** A new device that is connected and has reported nothing. */
export const connectNewDevice = async (stack: Stack): Promise<MqttDevice> =>
  connectDevice(stack.mqttUrl, await createDevice(stack));

/** The newest records of a device as soon as there are so many, the newest first. */
export async function untilRecords(
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  serial: string,
  count: number,
): Promise<MetricRecord[]> {
  const { body } = await until(
    'the records',
    () => api.call(metricsHttp.newest, caller, { serial, limit: 1_000 }),
    (answer) => answer.body.length === count,
  );
  return body;
}

export type StoredRange = { deviceId: number; from: Date; to: Date; everyS: number };

/** Stores records as the ingest does, without MQTT; their values differ by device and time. Partitions must exist. */
export async function storeRecords(pool: pg.Pool, { deviceId, from, to, everyS }: StoredRange): Promise<void> {
  await pool.query(
    `insert into metrics (device_id, collected_at, seq, received_at, measured_at, hostname, cpu_usage_percent,
      cpu_temperature, memory_usage_percent, disk_usage_percent, uptime_seconds)
    select $1::int, at, row_number() over (order by at), at + interval '1 second', at, 'device', v % 97, 30 + v % 41, v % 89, v % 83, 60
    from (select at, ($1::int * 7 + extract(epoch from at)::int8 / 11)::int8 as v
      from generate_series($2::timestamptz, $3::timestamptz - interval '1 ms', $4::float8 * interval '1 s') as at) as records`,
    [deviceId, from, to, everyS],
  );
}

/** So that the next roll-up begins with the oldest partition. */
export const forgetRollups = (pool: pg.Pool): Promise<unknown> =>
  pool.query('update metrics_rollup_progress set next_day = null, after_device = 0');

const DUPLICATE_TABLE = '42P07';

/** Makes the partitions of the days from so many days ago until today, as if the api had run since then. */
export async function makePastPartitions(pool: pg.Pool, days: number): Promise<void> {
  const make = (): Promise<unknown> => makePartitions(createDb(pool), Date.now() - (days - 1) * DAY_MS, days + 2);
  // An api that is starting may make one of them at the same time.
  await make().catch((error: unknown) => {
    if ((error as { code?: string }).code !== DUPLICATE_TABLE) throw error;
    return make();
  });
}

/** Rolls up the days before this one, as the job does. */
export async function rollUpUntil(
  { url, db }: { url: string; db: Kysely<Database> },
  until: Date,
  signal = new AbortController().signal,
): Promise<void> {
  const log = createLogger('silent');
  const long = createLongStatements(url, log);
  const jobs = {} as Jobs;
  try {
    await rollUp({ db, long, jobs, log }, { day: until.toISOString().slice(0, 10) }, { signal });
  } finally {
    await long.stop();
  }
}
