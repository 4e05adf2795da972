import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Logger } from './log.ts';
import { Tally } from './tally.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('logs the first of a kind, then one summary every ten seconds while there are more', () => {
  const warn = vi.fn();
  const tally = new Tally({ warn } as unknown as Logger);
  for (let time = 0; time < 1_000; time++) tally.note('publish refused', 'device', { client: 'x' });
  expect(warn.mock.calls).toEqual([[{ reason: 'device', client: 'x' }, 'publish refused']]);
  vi.advanceTimersByTime(10_000);
  expect(warn.mock.calls[1]).toEqual([{ counts: { 'publish refused: device': 999 }, seconds: 10 }, 'more of these']);
  vi.advanceTimersByTime(60_000);
  expect(warn).toHaveBeenCalledTimes(2);
  tally.note('publish refused', 'device');
  expect(warn).toHaveBeenCalledTimes(3);
  expect(tally.totals.get('publish refused')?.get('device')).toBe(1_001);
});
