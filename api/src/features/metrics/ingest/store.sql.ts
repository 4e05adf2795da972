import type pg from 'pg';
import { isTaken } from '../../../db/errors.ts';
import type { AheadSeqs, KnownSeqs } from '../../device-state/journals/index.ts';
import { type MetricsBatch, lastRecord } from './metrics.batch.ts';
import { unnest } from '../../../db/unnest.ts';
import { CLOCK_TOLERANCE_MS, MAX_CLOCK_CORRECTION_MS } from '../../device-state/index.ts';
import { binaryArray } from './binary-arrays.ts';
import type { Serial } from '@belfry/schemas/domain/serial';

type StoredMetrics = {
  /** With those of devices without sensors, of which no row is kept. */
  stored: number;
  /** Positions of the devices that exist, from 1. */
  known: number[];
  /** Serials that were marked as silent. */
  returned: string[];
  ahead: AheadSeqs;
};

/**
 * @param mayRepeat whether rows of the batch may be stored already; where it is false and they are, the statement is
 * repeated
 */
export async function storeMetrics(pool: pg.Pool, batch: MetricsBatch, mayRepeat: boolean): Promise<StoredMetrics> {
  const sampleRows = rowsOf(batch);
  const values = [...DEVICES.values(deviceRowsOf(batch)), ...SAMPLES.values(sampleRows)];
  const withoutRow = batch.samples.length - sampleRows.length;
  const run = async (statement: Statement): Promise<StoredMetrics> => {
    const result = await store(pool, statement, values);
    return { ...result, stored: result.stored + withoutRow };
  };
  if (mayRepeat) return run(STORE);
  try {
    return await run(STORE_NEW);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return run(STORE);
  }
}

async function store(pool: pg.Pool, statement: Statement, values: unknown[]): Promise<StoredMetrics> {
  type Row = {
    stored: number;
    known: number[] | null;
    returned: string[] | null;
    ahead: Record<string, number> | null;
  };
  const { rows } = await pool.query<Row>({ ...statement, values });
  const [row] = rows;
  return {
    stored: row?.stored ?? 0,
    known: row?.known ?? [],
    returned: row?.returned ?? [],
    ahead: new Map(Object.entries(row?.ahead ?? {})),
  };
}

type Statement = { name: string; text: string };

const DEVICES = unnest(
  'b',
  {
    serial: 'text',
    received_at: 'timestamptz',
    collected_at: 'timestamptz',
    record: 'text',
    seq: 'int8',
    ahead_ms: 'int8',
    acked: 'int8',
    restarted: 'bool',
    clock_offset: 'float4',
    synchronised: 'int4',
  },
  { ordinality: 'n', encode: binaryArray },
);
/** `n` is the position of the device among DEVICES. */
const SAMPLES = unnest(
  'r',
  {
    n: 'int4',
    collected_at: 'timestamptz',
    seq: 'int8',
    received_at: 'timestamptz',
    hostname: 'text',
    cpu: 'float4',
    temperature: 'float4',
    memory: 'float4',
    disk: 'float4',
    uptime: 'int8',
  },
  { first: 11, encode: binaryArray },
);

/**
 * Stores rows and last state in one statement, hence in one transaction (see MQTT-12 for the clocks):
 * - a row that exists is ignored, so redelivery has no effect;
 * - a clock that is ahead is detected, because no record is collected after it is received;
 * - the last record is never replaced by an older one: compared by sequence number if both have one, else by the time of
 *   measurement. A lower number that was measured later means that the device has restarted its numbering, and a stored
 *   time in the future means that the server's clock was corrected: both are replaced;
 * - the watermark is not lowered but by a restart of the numbering: while the number of shards changes, two instances store the records of a device.
 * Unknown serials are dropped by the join.
 */
const storing = (onConflict: string): string => `
with incoming as materialized (
  select b.n, d.device_id, d.serial, s.silent, b.received_at, b.collected_at, b.record, b.seq, b.acked, b.restarted,
    b.clock_offset, b.synchronised = 1 as synchronised, s.acked_seq as stored_acked,
    case when b.ahead_ms > coalesce(s.clock_skew_ms, 0) then b.ahead_ms else s.clock_skew_ms end as skew_ms
  from ${DEVICES.sql}
  join devices d on d.serial = b.serial
  join device_state s on s.device_id = d.device_id
), corrected as materialized (
  select *, case when abs(skew_ms) > ${CLOCK_TOLERANCE_MS} then least(skew_ms, ${MAX_CLOCK_CORRECTION_MS}) * interval '1 ms' else interval '0' end as skew
  from incoming
), stored as (
  insert into metrics (device_id, collected_at, seq, received_at, measured_at, hostname, cpu_usage_percent,
    cpu_temperature, memory_usage_percent, disk_usage_percent, uptime_seconds)
  select c.device_id, r.collected_at, r.seq, r.received_at, least(r.received_at, r.collected_at - c.skew),
    r.hostname, r.cpu, r.temperature, r.memory, r.disk, r.uptime
  from ${SAMPLES.sql}
  join corrected c on c.n = r.n
  ${onConflict}
  returning 1
), compared as (
  select c.*, least(c.received_at, c.collected_at - c.skew) as measured_at,
    coalesce(s.metrics_measured_at is null
      or s.metrics_measured_at > c.received_at + interval '${CLOCK_TOLERANCE_MS} ms'
      or c.seq > s.metrics_seq
      or least(c.received_at, c.collected_at - c.skew) > s.metrics_measured_at
        + case when c.seq < s.metrics_seq then interval '${CLOCK_TOLERANCE_MS} ms' else interval '0' end, false) as newer
  from corrected c join device_state s on s.device_id = c.device_id
), kept as (
  update device_state s set
    last_seen = greatest(s.last_seen, j.received_at), silent = false,
    clock_skew_ms = j.skew_ms,
    clock_right_since = case when j.skew = interval '0' then s.clock_right_since else greatest(s.clock_right_since, j.received_at) end,
    acked_seq = case when j.restarted then j.acked else greatest(j.acked, s.acked_seq) end,
    metrics = case when j.newer then j.record::jsonb || jsonb_build_object('measured_at', iso_utc(j.measured_at))
      else s.metrics end,
    metrics_measured_at = case when j.newer then j.measured_at else s.metrics_measured_at end,
    metrics_seq = case when j.newer then j.seq else s.metrics_seq end,
    clock_offset_ms = case when j.newer then j.clock_offset else s.clock_offset_ms end,
    clock_synchronised = case when j.newer then j.synchronised else s.clock_synchronised end
  from compared j where s.device_id = j.device_id
)
select (select count(*) from stored)::int as stored,
  (select array_agg(n::int) from incoming) as known,
  (select array_agg(serial) from incoming where silent) as returned,
  (select json_object_agg(serial, stored_acked) from incoming where not restarted and stored_acked > acked) as ahead`;

/** Looking for each row before it is inserted costs a fifth of the statement, so only batches that may repeat rows do it. */
const STORE_NEW: Statement = { name: 'store-new-metrics', text: storing('') };
const STORE: Statement = { name: 'store-metrics', text: storing('on conflict do nothing') };

const deviceRowsOf = ({ devices }: MetricsBatch) =>
  devices.map(({ serial, receivedAt, newest, aheadMs, acked, restarted }) => ({
    serial,
    received_at: receivedAt,
    collected_at: newest.collectedAt,
    record: JSON.stringify(lastRecord(newest)),
    seq: newest.body.seq ?? null,
    ahead_ms: aheadMs,
    acked,
    restarted,
    clock_offset: newest.body.clock_offset_ms ?? null,
    synchronised: flagOf(newest.body.clock_synchronised),
  }));

const rowsOf = ({ samples, deviceOf }: MetricsBatch) =>
  samples.flatMap(({ body, collectedAt, receivedAt }, index) => {
    const { cpu_usage_percent: cpu, cpu_temperature: temperature, memory_usage_percent: memory } = body;
    const { disk_usage_percent: disk, uptime_seconds: uptime, hostname } = body;
    // A device without sensors has no history of them.
    if (cpu === undefined || temperature === undefined || memory === undefined || disk === undefined) return [];
    return {
      n: (deviceOf[index] ?? 0) + 1,
      collected_at: collectedAt,
      seq: body.seq ?? null,
      received_at: receivedAt,
      hostname,
      cpu,
      temperature,
      memory,
      disk,
      uptime,
    };
  });

/** Null stays null, which arrays of booleans have not. */
const flagOf = (value: boolean | null | undefined): number | null => (value == null ? null : Number(value));

/** Unknown serials are absent. */
export async function findSeqs(pool: pg.Pool, serials: readonly Serial[]): Promise<KnownSeqs[]> {
  const { rows } = await pool.query<KnownSeqs>({
    name: 'find-seqs',
    text: `select d.serial, d.created_at, s.acked_seq as acked, s.metrics_seq as newest_seq, 
        least((s.metrics->>'collected_at')::timestamptz, (s.metrics->>'received_at')::timestamptz) as newest_at
      from devices d join device_state s on s.device_id = d.device_id
      where d.serial = any($1::text[])`,
    values: [serials],
  });
  return rows;
}
