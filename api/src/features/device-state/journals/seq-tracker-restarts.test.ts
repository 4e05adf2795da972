import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import { describe, expect, it } from 'vitest';
import { SeqTracker } from './seq-tracker.ts';
import { at, tracker } from './testing/seq-tracker-harness.ts';

describe('a device that restarts its numbering', () => {
  it('resets the watermark', () => {
    const { made } = tracker(50_000);
    const now = at(50_000) + 600_000;
    for (const seq of [1, 2]) made.record({ seq, collectedAt: now + seq, receivedAt: now, redelivered: false });
    expect(made.acked).toBe(2);
  });

  it('is not assumed after a repeated old record, nor after one of a clock that is ahead', () => {
    const { made, record } = tracker(50_000);
    expect(record(1)).toBe(50_000);
    made.record({ seq: 2, collectedAt: at(90_000), receivedAt: at(50_000), redelivered: false });
    expect(made.acked).toBe(50_000);
  });
});

describe('a restart of the numbering', () => {
  it('is detected by a time more than two minutes after the newest record', () => {
    for (const [laterMs, acked] of [
      [120_000, 100],
      [120_001, 3],
    ] as const) {
      const { made } = tracker(100);
      const collectedAt = at(100) + laterMs;
      made.record({ seq: 3, collectedAt, receivedAt: collectedAt, redelivered: false });
      expect(made.acked).toBe(acked);
      expect(made.resent).toBe(acked === 100);
    }
  });

  it('happens also with the number that was acknowledged last, and not above it', () => {
    const later = at(100) + 600_000;
    for (const [seq, next, acked] of [
      [100, 101, 101],
      [102, 103, 100],
    ] as const) {
      const { made } = tracker(100);
      for (const number of [seq, next])
        made.record({ seq: number, collectedAt: later, receivedAt: later, redelivered: false });
      expect(made.acked).toBe(acked);
    }
  });

  it('is not assumed while the newest record is unknown', () => {
    const made = new SeqTracker(METRICS_JOURNAL, { acked: 100, newest: null, mayHaveLost: false });
    made.record({ seq: 3, collectedAt: at(900), receivedAt: at(900), redelivered: false });
    expect(made.acked).toBe(100);
  });

  it('discards earlier gaps', () => {
    const { made, record } = tracker(100);
    record(105);
    const later = at(105) + 600_000;
    for (const seq of [1, 2, 3]) made.record({ seq, collectedAt: later, receivedAt: later, redelivered: false });
    expect(made.acked).toBe(3);
    for (let seq = 4; seq <= 104; seq++)
      made.record({ seq, collectedAt: later, receivedAt: later, redelivered: false });
    expect(made.acked).toBe(104);
  });
});
