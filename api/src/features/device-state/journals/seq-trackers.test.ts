import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSeqTrackers } from './seq-trackers.ts';

const FIRST = 7;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/**
 * The watermark after the first record of a new device, in a batch with a record that has waited so long for Postgres.
 * @param isLost whether records were lost since the device was added
 */
async function watermarkAfter(waitedMs: number, isLost = false): Promise<number | null | undefined> {
  const serial = randomSerial();
  let created_at = new Date();
  const trackers = createSeqTrackers({
    limits: RECEIPTS_JOURNAL,
    acks: { cover: () => undefined },
    findSeqs: (serials) =>
      Promise.resolve(
        serials.map((known) => ({
          serial: known,
          created_at,
          acked: null,
          newest_seq: null,
          newest_at: null,
        })),
      ),
  });
  vi.advanceTimersByTime(1_000);
  created_at = new Date();
  vi.advanceTimersByTime(1_000);
  if (isLost) trackers.noteLoss();
  vi.advanceTimersByTime(1_000);
  const now = Date.now();
  const record = { serial, seq: FIRST, collectedAt: now, receivedAt: now, redelivered: false };
  const items = [record, { ...record, serial: randomSerial(), receivedAt: now - waitedMs }];
  await trackers.load(items);
  trackers.record(items);
  return trackers.get(serial)?.acked;
}

test('the first number of a device that was added while everything is stored at once is acknowledged', async () => {
  expect(await watermarkAfter(0)).toBe(FIRST);
});

test('before the first number of a device records may be missing when records have waited for Postgres since it was added', async () => {
  expect(await watermarkAfter(60_000)).toBe(0);
});

test('before the first number of a device records may be missing when the broker has lost them since it was added', async () => {
  expect(await watermarkAfter(0, true)).toBe(0);
});
