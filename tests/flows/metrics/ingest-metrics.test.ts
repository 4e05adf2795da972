import { duplicates, unknownDevices } from '@belfry/api/mqtt/metrics';
import { topics } from '@belfry/schemas/mqtt/topics';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIngestFeatures } from '../../support/services/ingest-features.ts';
import { metricsCalls } from '../../support/services/ingest-messages.ts';
import { advanceDate } from '../../support/fake-date.ts';
import { until } from '../../support/until.ts';

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

const { receiveRecord, rowsOf, ackedOf, acksTo, untilAcked } = metricsCalls(() => ingest);
const reject = (serial: string, json: unknown) => ingest.metrics.reject?.({ kind: 'metrics', serial }, json);
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

  it('of a device without sensors are acknowledged and shown, and leave no history', async () => {
    const { serial } = await ingest.device();
    const repeated = await valueOf(duplicates);
    const none = {
      cpu_usage_percent: undefined,
      cpu_temperature: undefined,
      memory_usage_percent: undefined,
      disk_usage_percent: undefined,
    };
    receiveRecord(serial, 1, { seq: 1, ...none });
    receiveRecord(serial, 2, { seq: 2, ...none, uptime_seconds: 77 });
    await ingest.drain();
    expect(await rowsOf(serial)).toEqual([]);
    await untilAcked(serial, 2);
    const { rows } = await ingest.pool.query<{ metrics: object }>(
      'select metrics from device_state join devices using (device_id) where serial = $1',
      [serial],
    );
    expect(rows[0]?.metrics).toMatchObject({ seq: 2, uptime_seconds: 77 });
    expect(rows[0]?.metrics).not.toHaveProperty('cpu_temperature');
    expect(await valueOf(duplicates)).toBe(repeated);
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

  it('that a device without numbers repeats, also within a batch, are counted and stored once', async () => {
    const { serial } = await ingest.device();
    const again = await valueOf(duplicates);
    for (const at of [1, 1, 2]) receiveRecord(serial, at);
    await ingest.drain();
    expect(await rowsOf(serial)).toEqual([null, null]);
    for (const at of [2, 3]) receiveRecord(serial, at);
    await ingest.drain();
    expect(await rowsOf(serial)).toEqual([null, null, null]);
    expect(await valueOf(duplicates)).toBe(again + 2);
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
    let isAway = true;
    const query = vi
      .spyOn(ingest.pool, 'query')
      .mockImplementation(((...given: [never]) =>
        isAway
          ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
          : original(...given)) as never);
    ingest.acknowledged.length = 0;
    const id = receiveRecord(serial, 2, { seq: 2 });
    await until('it was tried twice', () => query.mock.calls.length > 1);
    expect(ingest.acknowledged).toEqual([]);
    isAway = false;
    await ingest.drain();
    expect(ingest.acknowledged).toEqual([id]);
    expect(await rowsOf(serial)).toEqual([1, 2]);
    // What was read about the device before is not read again.
    expect(query.mock.calls.filter(([given]) => JSON.stringify(given).includes('find-seqs'))).toEqual([]);
    await untilAcked(serial, 2);
  });
});
