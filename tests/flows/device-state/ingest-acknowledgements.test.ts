import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIngestFeatures } from '../../support/services/ingest-features.ts';
import { iso, metricsCalls, NOW } from '../../support/services/ingest-messages.ts';
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

/** As another instance stores it, while the number of shards is changed. */
async function ackWatermark(serial: string, acked: number): Promise<number> {
  await ingest.pool.query(
    'update device_state s set acked_seq = $2 from devices d where d.device_id = s.device_id and serial = $1',
    [serial, acked],
  );
  return acked;
}

const { receiveRecord, ackedOf, acksTo, untilAcked } = metricsCalls(() => ingest);

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

  it('follows what another instance has acknowledged, which the device has deleted', async () => {
    const { serial } = await ingest.device();
    receiveRecord(serial, 1, { seq: 1 });
    await ingest.drain();
    const stored = await ackWatermark(serial, 40);
    receiveRecord(serial, 2, { seq: 41 });
    await ingest.drain();
    expect(await ackedOf(serial), 'it is not lowered').toBe(stored);
    advanceDate(3);
    receiveRecord(serial, 3, { seq: 42 });
    await ingest.drain();
    expect(await ackedOf(serial)).toBe(42);
    await untilAcked(serial, 42);
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
