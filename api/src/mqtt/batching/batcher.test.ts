import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { createBatcher, type BatcherOptions } from './batcher.ts';

const log = createLogger('silent');
const failing = (code: string): Error => Object.assign(new Error(code), { code });

function setUp(options: Partial<BatcherOptions<number>> = {}) {
  const written: number[][] = [];
  const done: number[] = [];
  const poison: number[] = [];
  const batcher = createBatcher<number>({
    name: 'test',
    log,
    maxItems: 3,
    lingerMs: 0,
    write: (items) => {
      written.push([...items]);
      return Promise.resolve();
    },
    onDone: (items) => done.push(...items),
    onPoison: (item) => poison.push(item),
    ...options,
  });
  return { batcher, written, done, poison };
}

describe('a batch', () => {
  it('contains the items of one turn of the event loop in order, up to the maximum size', async () => {
    const { batcher, written, done } = setUp();
    for (let item = 1; item <= 7; item++) batcher.add(item);
    await batcher.drain();
    expect(written).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('collects items while the previous batch is being written', async () => {
    const gate = Promise.withResolvers<void>();
    const sizes: number[] = [];
    const { batcher } = setUp({
      maxItems: 100,
      write: async (items) => {
        sizes.push(items.length);
        if (sizes.length === 1) await gate.promise;
      },
    });
    batcher.add(1);
    await vi.waitFor(() => expect(sizes).toEqual([1]));
    for (let item = 2; item <= 11; item++) batcher.add(item);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(sizes).toEqual([1]);
    gate.resolve();
    await batcher.drain();
    expect(sizes).toEqual([1, 10]);
  });

  it('is written early for an item with a short linger time', async () => {
    const { batcher, written } = setUp({ lingerMs: (item) => (item === 1 ? 60_000 : 0) });
    batcher.add(1);
    batcher.add(2);
    await batcher.drain();
    expect(written).toEqual([[1, 2]]);
  });
});

describe('while Postgres is unavailable', () => {
  it('a batch is retried, and finished when Postgres is back', async () => {
    let away = true;
    let tries = 0;
    const { batcher, done } = setUp({
      write() {
        tries += 1;
        return away ? Promise.reject(failing('ECONNREFUSED')) : Promise.resolve();
      },
    });
    batcher.add(1);
    await vi.waitFor(() => expect(tries).toBeGreaterThan(1));
    expect(done).toEqual([]);
    away = false;
    await batcher.drain();
    expect(done).toEqual([1]);
  });

  it('a batch is retried after a full disk, a shutdown and a deadlock too', async () => {
    const errors = [failing('53100'), failing('57P01'), failing('40P01')];
    const { batcher, done, poison } = setUp({
      write: () => {
        const error = errors.shift();
        return error ? Promise.reject(error) : Promise.resolve();
      },
    });
    batcher.add(1);
    await batcher.drain();
    expect({ done, poison }).toEqual({ done: [1], poison: [] });
  });

  it('lag grows, and stop discards the waiting items', async () => {
    const { batcher, done } = setUp({ write: () => Promise.reject(failing('ECONNREFUSED')) });
    batcher.add(1);
    await vi.waitFor(() => expect(batcher.lagMs()).toBeGreaterThan(20));
    batcher.stop();
    await batcher.drain();
    expect(done).toEqual([]);
  });
});

describe('a poison item', () => {
  it.each([
    ['values that Postgres rejects', failing('22021')],
    ['a program limit of Postgres', failing('54001')],
    ['an exception before the statement is sent', new RangeError('Maximum call stack size exceeded')],
    ['a deadlock that never ends', failing('40P01')],
  ])('is dropped and acknowledged while the other items are committed: %s', async (_what, error) => {
    const stored: number[] = [];
    const { batcher, done, poison } = setUp({
      maxItems: 10,
      write: (items) => {
        if (items.includes(5)) return Promise.reject(error);
        stored.push(...items);
        return Promise.resolve();
      },
    });
    for (let item = 1; item <= 8; item++) batcher.add(item);
    await batcher.drain();
    expect(poison).toEqual([5]);
    expect(stored.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 6, 7, 8]);
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a callback that throws', () => {
  it('after a commit neither repeats the statement nor stops the next batch', async () => {
    const { batcher, written } = setUp({
      onDone: () => {
        throw new Error('broken');
      },
    });
    batcher.add(1);
    await batcher.drain();
    batcher.add(2);
    await batcher.drain();
    expect(written).toEqual([[1], [2]]);
  });

  it('for a poison item does not prevent its acknowledgement', async () => {
    const { batcher, done } = setUp({
      write: () => Promise.reject(failing('22021')),
      onPoison: () => {
        throw new Error('broken');
      },
    });
    batcher.add(1);
    await batcher.drain();
    expect(done).toEqual([1]);
  });
});
