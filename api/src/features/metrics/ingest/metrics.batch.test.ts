import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import { describe, expect, it } from 'vitest';
import { lastRecord, toBatch, type Sample } from './metrics.batch.ts';

const body: MetricsMessage = {
  hostname: 'speaker',
  cpu_usage_percent: 1,
  cpu_temperature: 2,
  memory_usage_percent: 3,
  disk_usage_percent: 4,
  uptime_seconds: 3_600,
  collected_at: new Date(1_000).toISOString(),
};
const sample = (serial: string, collectedAt: number, seq?: number, receivedAt = collectedAt): Sample => ({
  serial,
  body: seq === undefined ? body : { ...body, seq },
  collectedAt,
  receivedAt,
});

describe('a batch', () => {
  it('contains each device once, and maps records to devices', () => {
    const samples = [sample('a', 1, 1), sample('b', 2, 1), sample('a', 3, 2), sample('c', 4), sample('b', 5, 2)];
    const { devices, deviceOf, samples: kept } = toBatch(samples);
    expect(kept).toBe(samples);
    expect(devices.map(({ serial }) => serial)).toEqual(['a', 'b', 'c']);
    expect(deviceOf).toEqual([0, 1, 0, 2, 1]);
    expect(devices[2]).toEqual({
      serial: 'c',
      newest: samples[3],
      receivedAt: 4,
      aheadMs: 0,
      acked: null,
      restarted: false,
    });
  });

  it('without records is empty', () => expect(toBatch([])).toEqual({ samples: [], devices: [], deviceOf: [] }));

  it.each([
    ['the higher number', [sample('a', 9, 1), sample('a', 5, 2)], 1],
    ['the first of two with one number', [sample('a', 5, 2), sample('a', 9, 2)], 0],
    ['the higher number, whatever came last', [sample('a', 5, 3), sample('a', 9, 2)], 0],
    ['the later time where one has no number', [sample('a', 5, 3), sample('a', 9)], 1],
    ['the later time where the other has none', [sample('a', 9), sample('a', 5, 3)], 0],
    ['the last of two with one time', [sample('a', 5), sample('a', 5)], 1],
    ['the later time', [sample('a', 9), sample('a', 8)], 0],
  ])('has as the newest record of a device %s', (_what, samples, index) => {
    expect(toBatch(samples).devices[0]?.newest).toBe(samples[index]);
  });

  it('contains the time of the last receipt, and by how much the device’s clock is ahead at least', () => {
    const ordered = [sample('a', 100, 1, 90), sample('a', 150, 2, 120), sample('a', 130, 3, 125)];
    for (const samples of [ordered, ordered.toReversed()])
      expect(toBatch(samples).devices[0]).toMatchObject({ receivedAt: 125, aheadMs: 30 });
    expect(toBatch([sample('a', 100, 1, 110)]).devices[0]).toMatchObject({ aheadMs: -10 });
  });
});

describe('the last record', () => {
  it('is the message with its number, its time of receipt, and the uptime as text', () => {
    expect(lastRecord(sample('a', 1_000, 7, 2_000))).toEqual({
      ...body,
      seq: 7,
      uptime_human: expect.stringContaining('1'),
      received_at: new Date(2_000).toISOString(),
    });
    expect(lastRecord(sample('a', 1_000))).toMatchObject({ seq: null });
    expect(lastRecord(sample('a', 1_000, 0))).toMatchObject({ seq: 0 });
  });
});
