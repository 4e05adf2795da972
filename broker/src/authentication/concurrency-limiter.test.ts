import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ConcurrencyLimiter, QueueTimeoutError } from './concurrency-limiter.ts';

it('runs two tasks at once, and the others in order', async () => {
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
