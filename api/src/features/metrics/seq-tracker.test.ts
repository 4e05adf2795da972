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
