import { JOURNAL_MAX_AGE_MS, JOURNAL_MAX_RECORDS } from '@belfry/schemas/domain/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeqTracker } from './seq-tracker.ts';

const START = Date.UTC(2026, 10, 20);
const EVERY_MS = 5_000;
const at = (seq: number): number => START + seq * EVERY_MS;

function tracker(acked: number | null = null, newest: number | null = acked) {
  const made = new SeqTracker(acked, newest === null ? null : { seq: newest, collectedAt: at(newest) });
  const note = (...seqs: number[]) => {
    for (const seq of seqs) made.note({ seq, collectedAt: at(seq), receivedAt: at(seq), redelivered: false });
    return made.acked;
  };
  return { made, note };
}

describe('the watermark', () => {
  it('begins before the first number that was ever heard', () => {
    expect(tracker().note(7)).toBe(7);
    expect(tracker().note(0)).toBe(0);
  });

  it('waits before a gap and jumps when it is filled', () => {
    const { note } = tracker();
    expect(note(1, 2, 5, 6, 9)).toBe(2);
    expect(note(4)).toBe(2);
    expect(note(3)).toBe(6);
    expect(note(8, 7)).toBe(9);
  });

  it('is what the database remembered after a restart', () => expect(tracker(40).note(42, 41)).toBe(42));

  it('says when something covered came again', () => {
    const { made, note } = tracker(10);
    note(11);
    expect(made.resent).toBe(false);
    expect(note(3)).toBe(11);
    expect(made.resent).toBe(true);
  });

  it('never passes what is missing, in whatever order numbers come and however often', () => {
    const arrivals = fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 300 });
    fc.assert(
      fc.property(arrivals, (seqs) => {
        const { note } = tracker(0);
        const seen = new Set<number>();
        for (const seq of seqs) {
          seen.add(seq);
          let contiguous = 0;
          while (seen.has(contiguous + 1)) contiguous++;
          expect(note(seq)).toBe(contiguous);
        }
      }),
    );
  });

  it('reaches the end once everything has come, also when it had to forget islands', () => {
    const order = fc.shuffledSubarray(
      Array.from({ length: 400 }, (_, index) => index + 1),
      { minLength: 400, maxLength: 400 },
    );
    fc.assert(
      fc.property(order, (seqs) => {
        const { note } = tracker(0);
        for (const seq of seqs) note(seq);
        // What was forgotten is sent again, oldest first, as a device does.
        for (let seq = 1; seq <= 400; seq++) note(seq);
        expect(note()).toBe(400);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a gap that nobody can fill', () => {
  it('is given up when what follows it is older than the journal keeps', () => {
    const { made, note } = tracker(10);
    note(20, 21);
    expect(made.acked).toBe(10);
    const nextDay = at(20) + JOURNAL_MAX_AGE_MS;
    made.note({ seq: 22, collectedAt: nextDay, receivedAt: nextDay, redelivered: false });
    expect(made.acked).toBe(22);
  });

  it('is given up when it lies further back than the journal is long', () => {
    expect(tracker(10).note(11 + JOURNAL_MAX_RECORDS)).toBe(11);
  });

  it('is given up when the device keeps sending from beyond it', () => {
    const { made } = tracker(10);
    const resend = (receivedAt: number, redelivered = false) =>
      [20, 21].forEach((seq) => made.note({ seq, collectedAt: at(seq), receivedAt, redelivered }));
    resend(at(21));
    for (let again = 1; again <= 20; again++) resend(at(21) + again * 60_000, true);
    expect(made.acked, 'what the broker repeats proves nothing').toBe(10);
    for (let round = 1; round <= 3; round++) {
      expect(made.acked).toBe(10);
      resend(at(21) + round * 30_000);
    }
    expect(made.acked).toBe(21);
  });
});

describe('a device that counts from the start again', () => {
  it('is followed there', () => {
    const { made } = tracker(50_000);
    const now = at(50_000) + 600_000;
    for (const seq of [1, 2]) made.note({ seq, collectedAt: now + seq, receivedAt: now, redelivered: false });
    expect(made.acked).toBe(2);
  });

  it('is not suspected where an old record comes again, also not one of a clock that ran ahead', () => {
    const { made, note } = tracker(50_000);
    expect(note(1)).toBe(50_000);
    made.note({ seq: 2, collectedAt: at(90_000), receivedAt: at(50_000), redelivered: false });
    expect(made.acked).toBe(50_000);
  });
});

describe('what is remembered beyond gaps', () => {
  const islandsOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + 2 * index);

  it('is 64 separate runs of numbers; beyond that the highest has to come again', () => {
    // Numbers 3, 5, 7 … each stand alone behind the gap at 2.
    const runs = islandsOf(3, 64);
    const { note } = tracker(1);
    note(...runs);
    for (const seq of [2, ...runs.map((run) => run + 1)]) note(seq);
    expect(note()).toBe(runs.at(-1)! + 1);
    const other = tracker(1);
    other.note(...islandsOf(3, 65));
    for (const seq of [2, ...runs.map((run) => run + 1)]) other.note(seq);
    expect(other.note(), 'the 65th was forgotten').toBe(runs.at(-1)! + 1);
    expect(other.note(runs.at(-1)! + 2)).toBe(runs.at(-1)! + 2);
  });

  it.each([
    ['above', [5, 6], [4, 3], 6],
    ['below', [6, 5], [3, 4], 6],
    ['between two', [5, 7, 6], [4, 3], 7],
    ['apart, in between', [10, 5, 7, 8], [3, 4, 6, 9], 10],
    ['apart, before the first', [9, 5], [3, 4, 6, 7, 8], 9],
    ['already there', [5, 6, 7, 6], [4, 3], 7],
  ])('takes a number that lies %s', (_where, beyond, filling, end) => {
    const { note } = tracker(2);
    expect(note(...beyond)).toBe(2);
    expect(note(...filling)).toBe(end);
  });
});

describe('the rounds that prove a gap', () => {
  function resending(made: SeqTracker) {
    let now = at(30);
    return (afterMs: number, seqs: number[] = [20, 21], redelivered = false): number | null => {
      now += afterMs;
      for (const seq of seqs) made.note({ seq, collectedAt: at(seq), receivedAt: now, redelivered });
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

  it('begin with the first number after the gap', () => {
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

describe('the limits of what is waited for', () => {
  const stored = { seq: 10, collectedAt: at(10) };

  it('are the length of the journal', () => {
    expect(tracker(10).note(10 + JOURNAL_MAX_RECORDS)).toBe(10);
    expect(tracker(10).note(11 + JOURNAL_MAX_RECORDS)).toBe(11);
    const { note } = tracker(10);
    note(13);
    expect(note(12 + JOURNAL_MAX_RECORDS), 'over what lies behind the gap').toBe(13);
  });

  it('are the age of the journal', () => {
    for (const [ageMs, acked] of [
      [JOURNAL_MAX_AGE_MS - 1, 10],
      [JOURNAL_MAX_AGE_MS, 22],
    ] as const) {
      const made = new SeqTracker(10, stored);
      const note = (seq: number, at: number) => made.note({ seq, collectedAt: at, receivedAt: at, redelivered: false });
      note(20, at(20));
      note(21, at(20) + ageMs);
      note(22, at(20) + ageMs);
      expect(made.acked).toBe(acked);
    }
  });

  it('end each gap by the age of what follows it', () => {
    const made = new SeqTracker(10, stored);
    const note = (seq: number, at: number) => made.note({ seq, collectedAt: at, receivedAt: at, redelivered: false });
    note(20, at(20));
    note(30, at(20) + 1_000);
    note(40, at(20) + JOURNAL_MAX_AGE_MS);
    expect(made.acked).toBe(20);
    note(41, at(20) + JOURNAL_MAX_AGE_MS + 1_000);
    expect(made.acked).toBe(30);
  });

  it('are measured from the record with the highest number', () => {
    const made = new SeqTracker(10, stored);
    const note = (seq: number, at: number) => made.note({ seq, collectedAt: at, receivedAt: at, redelivered: false });
    note(30, at(30));
    note(20, at(20) - JOURNAL_MAX_AGE_MS);
    expect(made.acked, 'what is older than a day can stand before no gap').toBe(20);
  });
});

describe('counting from the start again', () => {
  it('is told by a time more than two minutes after the newest', () => {
    for (const [laterMs, acked] of [
      [120_000, 100],
      [120_001, 3],
    ] as const) {
      const { made } = tracker(100);
      const collectedAt = at(100) + laterMs;
      made.note({ seq: 3, collectedAt, receivedAt: collectedAt, redelivered: false });
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
        made.note({ seq: number, collectedAt: later, receivedAt: later, redelivered: false });
      expect(made.acked).toBe(acked);
    }
  });

  it('is not suspected of a device whose newest record is unknown', () => {
    const made = new SeqTracker(100, null);
    made.note({ seq: 3, collectedAt: at(900), receivedAt: at(900), redelivered: false });
    expect(made.acked).toBe(100);
  });

  it('forgets the gaps of before', () => {
    const { made, note } = tracker(100);
    note(105);
    const later = at(105) + 600_000;
    for (const seq of [1, 2, 3]) made.note({ seq, collectedAt: later, receivedAt: later, redelivered: false });
    expect(made.acked).toBe(3);
    for (let seq = 4; seq <= 104; seq++) made.note({ seq, collectedAt: later, receivedAt: later, redelivered: false });
    expect(made.acked).toBe(104);
  });
});
