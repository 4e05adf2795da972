import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Logger, RefusalCounter } from './log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('logs the first refusal of a kind, then one summary every ten seconds while there are more', () => {
  const warn = vi.fn();
  const refusals = new RefusalCounter({ warn } as unknown as Logger);
  for (let time = 0; time < 1_000; time++) refusals.count('publish refused', 'device', { client: 'x' });
  expect(warn.mock.calls).toEqual([[{ reason: 'device', client: 'x' }, 'publish refused']]);
  vi.advanceTimersByTime(10_000);
  expect(warn.mock.calls[1]).toEqual([{ counts: { 'publish refused: device': 999 }, seconds: 10 }, 'more of these']);
  vi.advanceTimersByTime(60_000);
  expect(warn).toHaveBeenCalledTimes(2);
  refusals.count('publish refused', 'device');
  expect(warn).toHaveBeenCalledTimes(3);
  expect(refusals.totals.get('publish refused')?.get('device')).toBe(1_001);
});
