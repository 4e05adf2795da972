import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, tracker } from './testing/seq-tracker-harness.ts';

describe('the watermark', () => {
  it('starts before the first received number', () => {
    expect(tracker().record(7)).toBe(7);
    expect(tracker().record(0)).toBe(0);
  });

  it('starts before the first number of a device of which records may have been lost', () => {
    const known = { mayHaveLost: true };
    expect(tracker(null, known).record(1)).toBe(1);
    expect(tracker(null, known).record(0)).toBe(0);
    const { record } = tracker(null, known);
    expect(record(4, 5)).toBe(0);
    expect(record(1, 2, 3)).toBe(5);
  });

  it('starts one journal before the first received number of such a device that has long been in use', () => {
    const { made } = tracker(null, { mayHaveLost: true });
    const resend = (receivedAt: number) => {
      made.record({ seq: 90_000, collectedAt: at(90_000), receivedAt, redelivered: false });
      return made.acked;
    };
    const first = at(90_000);
    expect(resend(first)).toBe(90_000 - METRICS_JOURNAL.maxRecords);
    for (const round of [1, 2]) expect(resend(first + round * 30_000)).toBe(90_000 - METRICS_JOURNAL.maxRecords);
    expect(resend(first + 90_000)).toBe(90_000);
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
      { numRuns: fc.readConfigureGlobal().numRuns ?? 30 },
    );
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
