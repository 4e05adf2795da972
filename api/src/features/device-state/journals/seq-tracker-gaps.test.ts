import { METRICS_JOURNAL, RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import { describe, expect, it } from 'vitest';
import { SeqTracker } from './seq-tracker.ts';
import { at, tracker } from './testing/seq-tracker-harness.ts';

describe('a gap that the device cannot fill', () => {
  it('is skipped when the records after it are older than the journal keeps', () => {
    const { made, record } = tracker(10);
    record(20, 21);
    expect(made.acked).toBe(10);
    const nextDay = at(20) + METRICS_JOURNAL.maxAgeMs;
    made.record({ seq: 22, collectedAt: nextDay, receivedAt: nextDay, redelivered: false });
    expect(made.acked).toBe(22);
  });

  it('is waited for while the journal keeps records for longer, as that of receipts does', () => {
    const made = new SeqTracker(RECEIPTS_JOURNAL, { acked: 10, newest: null, mayHaveLost: false });
    const collectedAt = at(20) + METRICS_JOURNAL.maxAgeMs;
    made.record({ seq: 20, collectedAt: at(20), receivedAt: at(20), redelivered: false });
    made.record({ seq: 21, collectedAt, receivedAt: collectedAt, redelivered: false });
    expect(made.acked).toBe(10);
  });

  it('is skipped when it is further back than the journal is long', () => {
    expect(tracker(10).record(11 + METRICS_JOURNAL.maxRecords)).toBe(11);
  });

  it('is skipped when the device repeatedly sends from beyond it', () => {
    const { made } = tracker(10);
    const resend = (receivedAt: number, redelivered = false) =>
      [20, 21].forEach((seq) => made.record({ seq, collectedAt: at(seq), receivedAt, redelivered }));
    resend(at(21));
    for (let again = 1; again <= 20; again++) resend(at(21) + again * 60_000, true);
    expect(made.acked, 'redelivery by the broker does not count').toBe(10);
    for (let round = 1; round <= 3; round++) {
      expect(made.acked).toBe(10);
      resend(at(21) + round * 30_000);
    }
    expect(made.acked).toBe(21);
  });
});

describe('the repetitions before a gap is skipped', () => {
  function resending(made: SeqTracker) {
    let now = at(30);
    return (afterMs: number, seqs: number[] = [20, 21], redelivered = false): number | null => {
      now += afterMs;
      for (const seq of seqs) made.record({ seq, collectedAt: at(seq), receivedAt: now, redelivered });
      return made.acked;
    };
  }

  it('are at least twenty seconds apart', () => {
    const { made } = tracker(10);
    const resend = resending(made);
    expect(resend(0)).toBe(10);
    expect([20_000, 19_999, 1, 19_999].map((ms) => resend(ms))).toEqual([10, 10, 10, 10]);
    expect(resend(1)).toBe(21);
  });

  it('are counted by the first number after the gap', () => {
    const { made } = tracker(10);
    const resend = resending(made);
    resend(0, [20, 21, 30]);
    for (let round = 0; round < 5; round++) expect(resend(30_000, [21, 30])).toBe(10);
  });

  it('start again when the gap moves', () => {
    const { made } = tracker(10);
    const resend = resending(made);
    resend(0);
    resend(30_000);
    resend(30_000);
    expect(resend(0, [11])).toBe(11);
    expect(resend(30_000)).toBe(11);
    expect(resend(30_000)).toBe(11);
    expect(resend(30_000)).toBe(21);
  });

  it('are counted again for the next gap', () => {
    const { made } = tracker(10);
    const resend = resending(made);
    resend(0, [20, 21, 25]);
    for (let round = 0; round < 3; round++) resend(30_000);
    expect(made.acked).toBe(21);
    expect([1, 2, 3].map(() => resend(30_000, [25]))).toEqual([21, 21, 25]);
  });
});

describe('the limits of waiting at a gap', () => {
  const stored = { seq: 10, collectedAt: at(10) };

  it('are the length of the journal', () => {
    expect(tracker(10).record(10 + METRICS_JOURNAL.maxRecords)).toBe(10);
    expect(tracker(10).record(11 + METRICS_JOURNAL.maxRecords)).toBe(11);
    const { record } = tracker(10);
    record(13);
    expect(record(12 + METRICS_JOURNAL.maxRecords), 'over the range behind the gap').toBe(13);
  });

  it('are the age of the journal', () => {
    for (const [ageMs, acked] of [
      [METRICS_JOURNAL.maxAgeMs - 1, 10],
      [METRICS_JOURNAL.maxAgeMs, 22],
    ] as const) {
      const made = new SeqTracker(METRICS_JOURNAL, { acked: 10, newest: stored, mayHaveLost: false });
      const record = (seq: number, at: number) =>
        made.record({ seq, collectedAt: at, receivedAt: at, redelivered: false });
      record(20, at(20));
      record(21, at(20) + ageMs);
      record(22, at(20) + ageMs);
      expect(made.acked).toBe(acked);
    }
  });

  it('end each gap by the age of what follows it', () => {
    const made = new SeqTracker(METRICS_JOURNAL, { acked: 10, newest: stored, mayHaveLost: false });
    const record = (seq: number, at: number) =>
      made.record({ seq, collectedAt: at, receivedAt: at, redelivered: false });
    record(20, at(20));
    record(30, at(20) + 1_000);
    record(40, at(20) + METRICS_JOURNAL.maxAgeMs);
    expect(made.acked).toBe(20);
    record(41, at(20) + METRICS_JOURNAL.maxAgeMs + 1_000);
    expect(made.acked).toBe(30);
  });

  it('are measured from the record with the highest number', () => {
    const made = new SeqTracker(METRICS_JOURNAL, { acked: 10, newest: stored, mayHaveLost: false });
    const record = (seq: number, at: number) =>
      made.record({ seq, collectedAt: at, receivedAt: at, redelivered: false });
    record(30, at(30));
    record(20, at(20) - METRICS_JOURNAL.maxAgeMs);
    expect(made.acked, 'the watermark does not wait at a gap before a record older than a day').toBe(20);
  });
});
