import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ConcurrencyLimiter, QueueTimeoutError } from './concurrency-limiter.ts';

it('runs two tasks at a time, and the others in order', async () => {
  const gate = new ConcurrencyLimiter(2, 1_000);
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((at) =>
    gate.run(() => {
      begun.push(at);
      return new Promise<number>((resolve) => finish.push(() => resolve(at)));
    }),
  );
  expect([begun, gate.waiting]).toEqual([[0, 1], 2]);
  finish[1]?.();
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  for (const at of [0, 2]) finish[at]?.();
  await turn();
  finish[3]?.();
  expect([await Promise.all(all), gate.waiting]).toEqual([[0, 1, 2, 3], 0]);
});

it('continues after a waiter that timed out and after a task that failed', async () => {
  const gate = new ConcurrencyLimiter(1, 20);
  let finish = (): void => undefined;
  const first = gate.run(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(gate.run(async () => 'never')).rejects.toThrow(QueueTimeoutError);
  const third = gate.run(async () => {
    throw new Error('failed');
  });
  finish();
  await first;
  await expect(third).rejects.toThrow('failed');
  expect(await gate.run(async () => 'in')).toBe('in');
});

it('waits no longer than its time for a slot, and passes a slot on that comes too late', async () => {
  vi.useFakeTimers();
  const gate = new ConcurrencyLimiter(1, 1_000);
  const first = Promise.withResolvers<string>();
  const running = gate.run(() => first.promise);
  const late = vi.fn(() => Promise.resolve('never'));
  const rejected = expect(gate.run(late)).rejects.toThrow(QueueTimeoutError);
  vi.advanceTimersByTime(999);
  const third = gate.run(() => Promise.resolve('third'));
  expect(gate.waiting).toBe(2);
  vi.advanceTimersByTime(1);
  await rejected;
  expect(gate.waiting).toBe(1);
  first.resolve('first');
  expect(await Promise.all([running, third])).toEqual(['first', 'third']);
  expect(late).not.toHaveBeenCalled();
  expect(gate.waiting).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  const [a, b] = [vi.fn(() => new Promise(() => undefined)), vi.fn()];
  void gate.run(a);
  void gate.run(b).catch(() => undefined);
  expect([a, b].map((task) => task.mock.calls.length)).toEqual([1, 0]);
  vi.useRealTimers();
});
