import { duplicates, unknownDevices } from '@belfry/api/mqtt/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { metricsMessage } from '../support/mqtt-device.ts';
import { startIngestFeatures } from '../support/ingest-features.ts';
import { advanceDate } from '../support/fake-date.ts';
import { until } from '../support/until.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const iso = (ms: number): string => new Date(ms).toISOString();

let ingest: Awaited<ReturnType<typeof startIngestFeatures>>;
beforeAll(async () => {
  ingest = await startIngestFeatures();
});
afterAll(() => ingest.stop());
beforeEach(() => {
  ingest.broker.published.length = 0;
  ingest.acknowledged.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A record that was collected and received so many seconds after NOW. */
function receiveRecord(
  serial: string,
  second: number,
  overrides: Partial<MetricsMessage> = {},
  redelivered = false,
): number {
  const at = NOW + second * 1_000;
  const message = ingest.message<'metrics'>(
    { kind: 'metrics', serial },
    metricsMessage({ collected_at: iso(at), ...overrides }),
    { receivedAt: at, redelivered },
  );
  ingest.metrics.accept(message);
  return message.ackToken.packetId;
}
const reject = (serial: string, json: unknown) => ingest.metrics.reject?.({ kind: 'metrics', serial }, json);
async function rowsOf(serial: string): Promise<(number | null)[]> {
  const { rows } = await ingest.pool.query<{ seq: number | null }>(
    'select seq from metrics join devices using (device_id) where serial = $1 order by collected_at',
    [serial],
  );
  return rows.map(({ seq }) => seq);
}
async function ackedOf(serial: string): Promise<number | null | undefined> {
  const { rows } = await ingest.pool.query<{ acked_seq: number | null }>(
    'select acked_seq from device_state join devices using (device_id) where serial = $1',
    [serial],
  );
  return rows[0]?.acked_seq;
}
const acksTo = (serial: string) =>
  ingest.broker.published.flatMap(({ topic, payload }) =>
    topic === topics.acks(serial) ? [(payload as { metrics_seq: number }).metrics_seq] : [],
  );
const untilAcked = (serial: string, seq: number) => until(`ack ${seq}`, () => acksTo(serial).at(-1) === seq);
const valueOf = async (counter: typeof duplicates) => (await counter.get()).values[0]?.value ?? 0;

describe('metrics records', () => {
  it('are stored together with the watermark, acknowledged to the broker, then to the device', async () => {
    const { serial } = await ingest.device();
    const ids = [
      receiveRecord(serial, 1, { seq: 1 }),
      receiveRecord(serial, 2, { seq: 2 }),
      receiveRecord(serial, 3, { seq: 5 }),
    ];
    expect(ingest.acknowledged).toEqual([]);
    await ingest.drain();
    expect(ingest.acknowledged).toEqual(ids);
    expect(await rowsOf(serial)).toEqual([1, 2, 5]);
    expect(await ackedOf(serial)).toBe(2);
    await untilAcked(serial, 2);
  });

  it('without sequence numbers are stored and never acknowledged to the device', async () => {
    const { serial } = await ingest.device();
    receiveRecord(serial, 1);
    await ingest.drain();
    expect(await rowsOf(serial)).toEqual([null]);
    expect(await ackedOf(serial)).toBeNull();
  });

  it('of an unknown device are counted, acknowledged to the broker and not stored', async () => {
    const [strangers, again] = [await valueOf(unknownDevices), await valueOf(duplicates)];
    const { serial } = await ingest.device();
    const ids = [
      receiveRecord('9999-9999-9999-9999', 1, { seq: 1 }),
      receiveRecord(serial, 1, { seq: 1 }),
      receiveRecord('9999-9999-9999-9999', 2, { seq: 2 }),
    ];
    await ingest.drain();
    expect(ingest.acknowledged).toEqual(ids);
    expect(await rowsOf(serial)).toEqual([1]);
    expect(await valueOf(unknownDevices)).toBe(strangers + 2);
    expect(await valueOf(duplicates)).toBe(again);
    expect(acksTo('9999-9999-9999-9999')).toEqual([]);
  });

  it('that are received again are counted and change nothing', async () => {
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    receiveRecord(serial, 2, { seq: 2 });
    await ingest.drain();
    const [strangers, again] = [await valueOf(unknownDevices), await valueOf(duplicates)];
    receiveRecord(serial, 1, { seq: 1 }, true);
    receiveRecord(serial, 3, { seq: 3 });
    await ingest.drain();
    expect(await rowsOf(serial)).toEqual([1, 2, 3]);
    expect(await valueOf(duplicates)).toBe(again + 1);
    expect(await valueOf(unknownDevices)).toBe(strangers);
  });

  it('of a silent device bring it back online', async () => {
    const { serial } = await ingest.device();
    await ingest.pool.query(
      `update device_state set reported_status = 'online', silent = true from devices d
        where d.device_id = device_state.device_id and serial = $1`,
      [serial],
    );
    receiveRecord(serial, PRESENCE_TIMEOUT_MS / 1_000);
    await ingest.drain();
    await until('the status is published', () =>
      ingest.broker.published.some(({ topic }) => topic === topics.status(serial)),
    );
  });
});

describe('an acknowledgement to a device', () => {
  it('is repeated when the device sends acknowledged records again', async () => {
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    await ingest.drain();
    await untilAcked(serial, 1);
    advanceDate(3);
    receiveRecord(serial, 1, { seq: 1 });
    await ingest.drain();
    await until('it is repeated', () => acksTo(serial).length === 2);
    expect(acksTo(serial)).toEqual([1, 1]);
  });

  it('is not repeated for records after a gap', async () => {
    const [{ serial }, { serial: other }] = [await ingest.device(), await ingest.device()];
    receiveRecord(serial, 1, { seq: 1 });
    await ingest.drain();
    await untilAcked(serial, 1);
    advanceDate(3);
    receiveRecord(serial, 3, { seq: 3 });
    receiveRecord(serial, 4);
    receiveRecord(other, 1, { seq: 1 });
    await ingest.drain();
    await untilAcked(other, 1);
    expect(acksTo(serial)).toEqual([1]);
  });

  it('continues from the database after a restart', async () => {
    const { serial } = await ingest.device();
    await ingest.pool.query(
      `update device_state set acked_seq = 40, metrics_seq = 43, metrics = $2 from devices d
        where d.device_id = device_state.device_id and serial = $1`,
      [serial, JSON.stringify({ collected_at: iso(NOW), received_at: iso(NOW) })],
    );
    receiveRecord(serial, 1, { seq: 42 });
    await ingest.drain();
    expect(await ackedOf(serial)).toBe(40);
    receiveRecord(serial, 2, { seq: 41 });
    await ingest.drain();
    expect(await ackedOf(serial)).toBe(42);
    // Below the watermark, but later than the newest record in the database: the device has restarted its numbering.
    receiveRecord(serial, 600, { seq: 1 });
    await ingest.drain();
    expect(await ackedOf(serial)).toBe(1);
  });

  it('needs one query per device', async () => {
    const { serial } = await ingest.device();
    const query = vi.spyOn(ingest.pool, 'query');
    const asked = () => query.mock.calls.filter(([given]) => JSON.stringify(given).includes('find-seqs')).length;
    receiveRecord(serial, 1);
    await ingest.drain();
    expect(asked(), 'a record without a number').toBe(0);
    receiveRecord(serial, 2, { seq: 1 });
    receiveRecord(serial, 3, { seq: 2 });
    await ingest.drain();
    receiveRecord(serial, 4, { seq: 3 });
    await ingest.drain();
    expect(asked()).toBe(1);
  });
});

describe('a record that can never be stored', () => {
  it('counts as processed by its sequence number', async () => {
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    reject(serial, { seq: 2, hostname: 5 });
    for (const json of [{ seq: 'x' }, { seq: -1 }, {}, undefined]) reject(serial, json);
    receiveRecord(serial, 3, { seq: 3 });
    const acknowledged = ingest.acknowledged.length;
    await ingest.drain();
    expect(ingest.acknowledged.length - acknowledged).toBe(2);
    expect(await rowsOf(serial)).toEqual([1, 3]);
    expect(await ackedOf(serial)).toBe(3);
  });

  it('is acknowledged to the device when it is the only one', async () => {
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    await ingest.drain();
    const query = vi.spyOn(ingest.pool, 'query');
    reject(serial, { seq: 2 });
    await ingest.drain();
    expect(query).not.toHaveBeenCalled();
    await untilAcked(serial, 2);
  });

  it('because Postgres rejects it affects neither other records nor the acknowledgement', async () => {
    const warn = vi.spyOn(ingest.log, 'warn').mockReturnValue(undefined);
    const { serial } = await ingest.device();
    const { serial: other } = await ingest.device();
    const ids = [
      receiveRecord(serial, 1, { seq: 1 }),
      receiveRecord(serial, 2, { seq: 2, hostname: 'a\u0000' }),
      receiveRecord(serial, 3, { seq: 3 }),
      receiveRecord(other, 1, { seq: 1 }),
    ];
    await ingest.drain();
    await ingest.drain();
    expect(ingest.acknowledged.toSorted((a, b) => a - b)).toEqual(ids);
    expect(await rowsOf(serial)).toEqual([1, 3]);
    expect(await rowsOf(other)).toEqual([1]);
    await untilAcked(serial, 3);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'metrics', serial, seq: 2 }),
      'Postgres refused a message of a device',
    );
    receiveRecord(serial, 4, { seq: 4 });
    await ingest.drain();
    expect(await ackedOf(serial)).toBe(4);
  });

  it('without sequence number is omitted', async () => {
    vi.spyOn(ingest.log, 'warn').mockReturnValue(undefined);
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    receiveRecord(serial, 2, { hostname: 'a\u0000' });
    await ingest.drain();
    expect(await rowsOf(serial)).toEqual([1]);
    expect(await ackedOf(serial)).toBe(1);
  });
});

describe('while Postgres is unavailable', () => {
  it('nothing is acknowledged, and no record is dropped', async () => {
    vi.spyOn(ingest.log, 'warn').mockReturnValue(undefined);
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    await ingest.drain();
    await untilAcked(serial, 1);
    advanceDate(3);
    const original = ingest.pool.query.bind(ingest.pool);
    let failures = 2;
    const query = vi
      .spyOn(ingest.pool, 'query')
      .mockImplementation(((...given: [never]) =>
        failures-- > 0
          ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
          : original(...given)) as never);
    ingest.acknowledged.length = 0;
    const id = receiveRecord(serial, 2, { seq: 2 });
    await until('it was tried', () => query.mock.calls.length > 0);
    expect(ingest.acknowledged).toEqual([]);
    await ingest.drain();
    expect(ingest.acknowledged).toEqual([id]);
    expect(await rowsOf(serial)).toEqual([1, 2]);
    // What was read about the device before is not read again.
    expect(query.mock.calls.filter(([given]) => JSON.stringify(given).includes('find-seqs'))).toEqual([]);
    await untilAcked(serial, 2);
  });
});
