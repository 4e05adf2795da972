import { expect, it } from 'vitest';
import { PubackQueue } from './ingest-subscriber.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const puback = (id: number): number[] => [0x40, 2, id >> 8, id & 0xff];

function setUp() {
  const writes: number[][] = [];
  return { queue: new PubackQueue((bytes) => writes.push([...bytes])), writes };
}

it('writes the PUBACKs of one turn together, and those of the next turn apart', async () => {
  const { queue, writes } = setUp();
  for (const id of [1, 0x1234, 0xffff]) queue.add(id);
  expect(writes).toEqual([]);
  await nextTurn();
  queue.add(2);
  await nextTurn();
  expect(writes).toEqual([[...puback(1), ...puback(0x1234), ...puback(0xffff)], puback(2)]);
});

it('writes nothing of what was discarded, and goes on afterwards', async () => {
  const { queue, writes } = setUp();
  queue.add(1);
  queue.clear();
  await nextTurn();
  expect(writes).toEqual([]);
  queue.add(2);
  await nextTurn();
  expect(writes).toEqual([puback(2)]);
});
