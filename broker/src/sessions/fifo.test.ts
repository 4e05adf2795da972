import { expect, it } from 'vitest';
import { Fifo } from './fifo.ts';

it('keeps order and length through thousands of operations', () => {
  const queue = new Fifo<number>();
  let next = 0;
  let expected = 0;
  for (let round = 0; round < 5_000; round++) {
    for (let more = round % 7; more > 0; more--) queue.push(next++);
    for (let fewer = round % 5; fewer > 0 && queue.length > 0; fewer--) {
      expect(queue.peek()).toBe(expected);
      expect(queue.shift()).toBe(expected++);
    }
    expect(queue.length).toBe(next - expected);
  }
  queue.clear();
  expect([queue.length, queue.shift(), queue.peek()]).toEqual([0, undefined, undefined]);
});
