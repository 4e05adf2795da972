import { JOURNAL_MAX_AGE_MS, JOURNAL_MAX_RECORDS } from '@belfry/schemas/domain/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeqTracker } from './seq-tracker.ts';

const START = Date.UTC(2026, 10, 20);
const EVERY_MS = 5_000;
const at = (seq: number): number => START + seq * EVERY_MS;

function tracker(acked: number | null = null, newest: number | null = acked) {
  const made = new SeqTracker(acked, newest === null ? null : { seq: newest, collectedAt: at(newest) });
  const record = (...seqs: number[]) => {
    for (const seq of seqs) made.record({ seq, collectedAt: at(seq), receivedAt: at(seq), redelivered: false });
    return made.acked;
  };
  return { made, record };
}

describe('the watermark', () => {
  it('starts before the first received number', () => {
    expect(tracker().record(7)).toBe(7);
    expect(tracker().record(0)).toBe(0);
  });

  it('stops before a gap and advances when it is filled', () => {
    const { record } = tracker();
    expect(record(1, 2, 5, 6, 9)).toBe(2);
    expect(record(4)).toBe(2);
    expect(record(3)).toBe(6);
    expect(record(8, 7)).toBe(9);
  });

  it('is restored from the database after a restart', () => expect(tracker(40).record(42, 41)).toBe(42));

  it('reports a repeated acknowledged record', () => {
    const { made, record } = tracker(10);
    record(11);
    expect(made.resent).toBe(false);
    expect(record(3)).toBe(11);
    expect(made.resent).toBe(true);
  });

  it('never passes a missing number, in any order of arrival and with any repetition', () => {
    const arrivals = fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 300 });
    fc.assert(
      fc.property(arrivals, (seqs) => {
        const { record } = tracker(0);
        const seen = new Set<number>();
        for (const seq of seqs) {
          seen.add(seq);
          let contiguous = 0;
          while (seen.has(contiguous + 1)) contiguous++;
          expect(record(seq)).toBe(contiguous);
        }
      }),
    );
  });

  it('reaches the end when every number has arrived, also after discarding ranges', () => {
    const order = fc.shuffledSubarray(
      Array.from({ length: 400 }, (_, index) => index + 1),
      { minLength: 400, maxLength: 400 },
    );
    fc.assert(
      fc.property(order, (seqs) => {
        const { record } = tracker(0);
        for (const seq of seqs) record(seq);
        // Discarded records are sent again, oldest first, as a device does.
        for (let seq = 1; seq <= 400; seq++) record(seq);
        expect(record()).toBe(400);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a gap that the device cannot fill', () => {
  it('is skipped when the records after it are older than the journal keeps', () => {
    const { made, record } = tracker(10);
    record(20, 21);
    expect(made.acked).toBe(10);
    const nextDay = at(20) + JOURNAL_MAX_AGE_MS;
    made.record({ seq: 22, collectedAt: nextDay, receivedAt: nextDay, redelivered: false });
    expect(made.acked).toBe(22);
  });

  it('is skipped when it is further back than the journal is long', () => {
    expect(tracker(10).record(11 + JOURNAL_MAX_RECORDS)).toBe(11);
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

describe('the ranges beyond gaps', () => {
  const rangesOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + 2 * index);

  it('are limited to 64; beyond that the highest must be sent again', () => {
    // Numbers 3, 5, 7 … each stand alone behind the gap at 2.
    const runs = rangesOf(3, 64);
    const { record } = tracker(1);
    record(...runs);
    for (const seq of [2, ...runs.map((run) => run + 1)]) record(seq);
    expect(record()).toBe(runs.at(-1)! + 1);
    const other = tracker(1);
    other.record(...rangesOf(3, 65));
    for (const seq of [2, ...runs.map((run) => run + 1)]) other.record(seq);
    expect(other.record(), 'the 65th was discarded').toBe(runs.at(-1)! + 1);
    expect(other.record(runs.at(-1)! + 2)).toBe(runs.at(-1)! + 2);
  });

  it.each([
    ['above', [5, 6], [4, 3], 6],
    ['below', [6, 5], [3, 4], 6],
    ['between two', [5, 7, 6], [4, 3], 7],
    ['apart, in between', [10, 5, 7, 8], [3, 4, 6, 9], 10],
    ['apart, before the first', [9, 5], [3, 4, 6, 7, 8], 9],
    ['already there', [5, 6, 7, 6], [4, 3], 7],
  ])('include a number that is %s', (_where, beyond, filling, end) => {
    const { record } = tracker(2);
    expect(record(...beyond)).toBe(2);
    expect(record(...filling)).toBe(end);
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
    expect(tracker(10).record(10 + JOURNAL_MAX_RECORDS)).toBe(10);
    expect(tracker(10).record(11 + JOURNAL_MAX_RECORDS)).toBe(11);
    const { record } = tracker(10);
    record(13);
    expect(record(12 + JOURNAL_MAX_RECORDS), 'over the range behind the gap').toBe(13);
  });

  it('are the age of the journal', () => {
    for (const [ageMs, acked] of [
      [JOURNAL_MAX_AGE_MS - 1, 10],
      [JOURNAL_MAX_AGE_MS, 22],
    ] as const) {
      const made = new SeqTracker(10, stored);
      const record = (seq: number, at: number) =>
        made.record({ seq, collectedAt: at, receivedAt: at, redelivered: false });
      record(20, at(20));
      record(21, at(20) + ageMs);
      record(22, at(20) + ageMs);
      expect(made.acked).toBe(acked);
    }
  });

  it('end each gap by the age of what follows it', () => {
    const made = new SeqTracker(10, stored);
    const record = (seq: number, at: number) =>
      made.record({ seq, collectedAt: at, receivedAt: at, redelivered: false });
    record(20, at(20));
    record(30, at(20) + 1_000);
    record(40, at(20) + JOURNAL_MAX_AGE_MS);
    expect(made.acked).toBe(20);
    record(41, at(20) + JOURNAL_MAX_AGE_MS + 1_000);
    expect(made.acked).toBe(30);
  });

  it('are measured from the record with the highest number', () => {
    const made = new SeqTracker(10, stored);
    const record = (seq: number, at: number) =>
      made.record({ seq, collectedAt: at, receivedAt: at, redelivered: false });
    record(30, at(30));
    record(20, at(20) - JOURNAL_MAX_AGE_MS);
    expect(made.acked, 'the watermark does not wait at a gap before a record older than a day').toBe(20);
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
    const made = new SeqTracker(100, null);
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
