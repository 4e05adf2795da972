import { expect, it } from 'vitest';
import { PriorityHeap } from './priority-heap.ts';

it('a priority heap returns what was added in its order, also between additions', () => {
  const heap = new PriorityHeap<number>((a, b) => a < b);
  for (const value of [5, 3, 9, 1, 7, 3]) heap.add(value);
  const taken: (number | undefined)[] = [];
  const take = (): void => {
    taken.push(heap.first());
    heap.removeFirst();
  };
  take();
  take();
  heap.add(2);
  heap.add(8);
  for (let left = 0; left < 7; left += 1) take();
  expect(taken).toEqual([1, 3, 2, 3, 5, 7, 8, 9, undefined]);
});
