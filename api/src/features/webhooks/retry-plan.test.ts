import { describe, expect, it } from 'vitest';
import { GIVE_UP_MS, isLastAttempt, retryDelayMs } from './retry-plan.ts';

const middle = (): number => 0.5;

describe('the attempts of a delivery', () => {
  it('begin after 5 s and are an hour apart at most', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((failures) => retryDelayMs(failures, middle) / 1_000)).toEqual([
      5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600,
    ]);
    expect(retryDelayMs(1, () => 0)).toBe(4_500);
    expect(retryDelayMs(1, () => 1)).toBe(5_500);
  });

  it('go on for 24 hours, and a receiver that is back then gets everything', () => {
    const begin = new Date('2026-11-27T00:00:00Z');
    let now = begin.getTime();
    const attempts = [now];
    for (let failures = 1; !isLastAttempt(begin, new Date(now)); failures += 1) {
      now += retryDelayMs(failures, middle);
      attempts.push(now);
    }
    expect(attempts.length).toBeGreaterThan(20);
    expect(attempts.length).toBeLessThan(40);
    const last = now - begin.getTime();
    expect(last).toBeGreaterThanOrEqual(GIVE_UP_MS);
    expect(last).toBeLessThan(GIVE_UP_MS + 3_600_000);
  });
});
