import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Gate, GateTimeout } from './gate.ts';

it('lets two in at once, the others in their order', async () => {
  const gate = new Gate(2, 1_000);
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((at) =>
    gate.through(() => {
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

it('does not hold up those behind one that gave up, nor after a task that failed', async () => {
  const gate = new Gate(1, 20);
  let finish = (): void => undefined;
  const first = gate.through(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(gate.through(async () => 'never')).rejects.toThrow(GateTimeout);
  const third = gate.through(async () => {
    throw new Error('failed');
  });
  finish();
  await first;
  await expect(third).rejects.toThrow('failed');
  expect(await gate.through(async () => 'in')).toBe('in');
});
