import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefetchThrottle, REFETCH_INTERVAL_MS, type ChangedIds } from './use-user-events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const calls: [string, 'all' | unknown[]][] = [];
  const throttle = createRefetchThrottle((kind: string, ids: ChangedIds) => {
    calls.push([kind, ids === 'all' ? ids : [...ids]]);
  });
  return { calls, throttle };
}
const commands = (...ids: string[]) => ({ type: 'commands_changed' as const, ids });

it('refetches at once after the first event, and merges those of the next second into one call at its end', () => {
  const { calls, throttle } = setUp();
  throttle.add(commands('a'));
  expect(calls).toEqual([['commands_changed', ['a']]]);
  for (const id of ['b', 'c', 'b']) throttle.add(commands(id));
  vi.advanceTimersByTime(REFETCH_INTERVAL_MS - 1);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(calls.slice(1)).toEqual([['commands_changed', ['b', 'c']]]);
});

it('calls at most once per interval while events keep arriving', () => {
  const { calls, throttle } = setUp();
  for (let count = 0; count < 100; count++) {
    throttle.add(commands('a'));
    vi.advanceTimersByTime(100);
  }
  // At 0 s and at the end of each of the ten seconds.
  expect(calls).toHaveLength(11);
});

it('refetches everything where one of the merged events names no ids', () => {
  const { calls, throttle } = setUp();
  for (const event of [commands('a'), commands('b'), commands(), commands('c')]) throttle.add(event);
  vi.advanceTimersByTime(REFETCH_INTERVAL_MS);
  expect(calls.at(-1)).toEqual(['commands_changed', 'all']);
});

it('does not delay events of another kind, or those after a quiet interval', () => {
  const { calls, throttle } = setUp();
  throttle.add(commands('a'));
  throttle.add({ type: 'groups_changed', ids: [5] });
  vi.advanceTimersByTime(REFETCH_INTERVAL_MS);
  throttle.add(commands('b'));
  expect(calls).toEqual([
    ['commands_changed', ['a']],
    ['groups_changed', [5]],
    ['commands_changed', ['b']],
  ]);
});

it('calls nothing after it is stopped', () => {
  const { calls, throttle } = setUp();
  throttle.add(commands('a'));
  throttle.add(commands('b'));
  throttle.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(REFETCH_INTERVAL_MS);
  expect(calls).toHaveLength(1);
});
