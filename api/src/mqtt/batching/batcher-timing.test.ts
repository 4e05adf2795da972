import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { createBatcher, type BatcherOptions } from './batcher.ts';

const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
const deadlock = Object.assign(new Error('deadlock'), { code: '40P01' });
const poison = Object.assign(new Error('poison'), { code: '22021' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A batcher whose writes take 10 ms unless a test overrides them. */
function setUp(options: Partial<BatcherOptions<number>> = {}) {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const error = vi.spyOn(log, 'error').mockReturnValue(undefined);
  const started: { at: number; items: number[] }[] = [];
  const done: number[][] = [];
  const begun = Date.now();
  const { write = () => passed(10), ...others } = options;
  const batcher = createBatcher<number>({
    name: 'test',
    log,
    maxItems: 3,
    lingerMs: 50,
    write: (items) => {
      started.push({ at: Date.now() - begun, items: [...items] });
      return write(items);
    },
    onDone: (items) => void done.push([...items]),
    ...others,
  });
  return { batcher, started, done, warn, error };
}
const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a batch', () => {
  it('is written when its first item has waited for the linger time', async () => {
    const { batcher, started, done } = setUp();
    batcher.add(1);
    await advance(20);
    batcher.add(2);
    await advance(29);
    expect(started).toEqual([]);
    await advance(1);
    expect(started).toEqual([{ at: 50, items: [1, 2] }]);
    expect(done).toEqual([]);
    await advance(10);
    expect(done).toEqual([[1, 2]]);
    await advance(1_000);
    expect(started).toHaveLength(1);
  });

  it('is written at once when it is full, and its timer is gone', async () => {
    const { batcher, started } = setUp();
    batcher.add(1);
    batcher.add(2);
    expect(started).toEqual([]);
    batcher.add(3);
    expect(started).toEqual([{ at: 0, items: [1, 2, 3] }]);
    await advance(20);
    batcher.add(4);
    await advance(49);
    expect(started).toHaveLength(1);
    await advance(1);
    expect(started[1]).toEqual({ at: 70, items: [4] });
  });

  it('is written for the item that may wait least', async () => {
    const { batcher, started } = setUp({ lingerMs: (item) => item });
    batcher.add(100);
    batcher.add(30);
    await advance(29);
    expect(started).toEqual([]);
    await advance(1);
    expect(started).toEqual([{ at: 30, items: [100, 30] }]);
    await advance(10);
    batcher.add(40);
    await advance(10);
    batcher.add(200);
    await advance(30);
    expect(started[1]).toEqual({ at: 80, items: [40, 200] });
    await advance(1_000);
    expect(started).toHaveLength(2);
  });

  it('collects while one is written: a full one follows at once, another after its linger time', async () => {
    const { batcher, started } = setUp({ lingerMs: (item) => item });
    batcher.add(0);
    await advance(0);
    for (const item of [60, 70, 80, 90, 50]) batcher.add(item);
    await advance(9);
    expect(started).toHaveLength(1);
    await advance(1);
    expect(started[1]).toEqual({ at: 10, items: [60, 70, 80] });
    await advance(10);
    expect(started).toHaveLength(2);
    await advance(49);
    expect(started).toHaveLength(2);
    await advance(1);
    expect(started[2]).toEqual({ at: 70, items: [90, 50] });
  });

  it('reports how many items were written, and in how many seconds', async () => {
    const onWritten = vi.fn();
    const { batcher } = setUp({ onWritten, lingerMs: 0 });
    batcher.add(1);
    batcher.add(2);
    await advance(10);
    expect(onWritten).toHaveBeenCalledExactlyOnceWith(2, 0.01);
  });
});

describe('the lag', () => {
  it('is how long the oldest item has been waiting or being written', async () => {
    const { batcher } = setUp({ write: () => passed(100) });
    expect(batcher.lagMs()).toBe(0);
    batcher.add(1);
    await advance(30);
    batcher.add(2);
    expect(batcher.lagMs()).toBe(30);
    await advance(20);
    await advance(40);
    batcher.add(3);
    expect(batcher.lagMs()).toBe(90);
    await advance(60);
    // The first two are written; the third has waited since it came.
    expect(batcher.lagMs()).toBe(60);
    await advance(1_000);
    expect(batcher.lagMs()).toBe(0);
  });

  it('makes a batcher stuck from ten seconds on', async () => {
    const { batcher } = setUp({ write: () => passed(60_000) });
    batcher.add(1);
    await advance(9_999);
    expect(batcher.isStuck()).toBe(false);
    await advance(1);
    expect(batcher.isStuck()).toBe(true);
  });
});

describe('while Postgres is unavailable', () => {
  it('a batch is retried after 50 ms, doubling up to two seconds, and from 50 ms again the next time', async () => {
    let failures = 8;
    const { batcher, started, done } = setUp({
      lingerMs: 0,
      write: () => (failures-- > 0 ? Promise.reject(away) : Promise.resolve()),
    });
    batcher.add(1);
    await advance(7_200);
    expect(started.map(({ at }) => at)).toEqual([0, 50, 150, 350, 750, 1_550, 3_150, 5_150, 7_150]);
    expect(done).toEqual([[1]]);
    failures = 1;
    batcher.add(2);
    await advance(50);
    expect(started.slice(-2).map(({ at }) => at)).toEqual([7_200, 7_250]);
  });

  it('it is logged at once, and again every ten seconds', async () => {
    const { batcher, warn } = setUp({ lingerMs: 0, write: () => Promise.reject(away) });
    batcher.add(1);
    batcher.add(2);
    await advance(0);
    const line = [
      { batch: 'test', items: 2, error: 'Error', code: 'ECONNREFUSED' },
      'a batch could not be written and is tried again',
    ];
    expect(warn.mock.calls).toEqual([line]);
    await advance(9_000);
    expect(warn).toHaveBeenCalledTimes(1);
    await advance(2_500);
    expect(warn.mock.calls).toEqual([line, line]);
    batcher.stop();
  });

  it('stopping ends the retries, and nothing is done', async () => {
    const { batcher, started, done } = setUp({ lingerMs: 0, write: () => Promise.reject(away) });
    batcher.add(1);
    await advance(0);
    batcher.stop();
    await advance(5_000);
    expect(started).toHaveLength(1);
    expect(done).toEqual([]);
  });
});

describe('a statement with a transient error', () => {
  it('is repeated five times, 20 ms apart, and then its item is dropped', async () => {
    const onPoison = vi.fn();
    const { batcher, started, done } = setUp({ lingerMs: 0, write: () => Promise.reject(deadlock), onPoison });
    batcher.add(1);
    await advance(99);
    expect(started.map(({ at }) => at)).toEqual([0, 20, 40, 60, 80]);
    expect(done).toEqual([]);
    await advance(1);
    expect(started).toHaveLength(6);
    expect(onPoison).toHaveBeenCalledExactlyOnceWith(1, deadlock);
    expect(done).toEqual([[1]]);
  });

  it('is repeated once for each half', async () => {
    const { batcher, started, done } = setUp({ lingerMs: 0, write: () => Promise.reject(deadlock) });
    batcher.add(1);
    batcher.add(2);
    await advance(1_000);
    expect(started.slice(6).map(({ items }) => items)).toEqual([[1], [1], [2], [2]]);
    expect(done).toEqual([[1], [2]]);
  });
});

describe('a poison item', () => {
  it('is found by halving, and the others are written in order', async () => {
    const { batcher, started, done, warn } = setUp({
      maxItems: 5,
      lingerMs: 0,
      write: (items) => (items.includes(4) ? Promise.reject(poison) : Promise.resolve()),
    });
    for (const item of [1, 2, 3, 4, 5]) batcher.add(item);
    await advance(0);
    expect(started.map(({ items }) => items)).toEqual([[1, 2, 3, 4, 5], [1, 2], [3, 4, 5], [3], [4, 5], [4], [5]]);
    expect(done).toEqual([[1, 2], [3], [4], [5]]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is not done when the batcher is stopped meanwhile', async () => {
    const { batcher, done } = setUp({
      lingerMs: 0,
      write: async () => {
        await passed(10);
        throw poison;
      },
    });
    batcher.add(1);
    await advance(5);
    batcher.stop();
    await advance(100);
    expect(done).toEqual([]);
  });
});

describe('a callback that throws', () => {
  it('is logged with the name of the batch, without the message of the error', async () => {
    const { batcher, error } = setUp({
      lingerMs: 0,
      onDone: () => {
        throw new TypeError('secret value');
      },
    });
    batcher.add(1);
    await advance(10);
    expect(error.mock.calls).toEqual([
      [{ batch: 'test', error: 'TypeError' }, 'a written batch could not be followed up'],
    ]);
  });
});

describe('draining', () => {
  it('ends when everything is written, also what came meanwhile', async () => {
    const { batcher, done } = setUp();
    const [first, second] = [vi.fn(), vi.fn()];
    batcher.add(1);
    const drained = [batcher.drain().finally(first), batcher.drain().finally(second)];
    await advance(55);
    batcher.add(2);
    expect(first).not.toHaveBeenCalled();
    await advance(50);
    expect(first).not.toHaveBeenCalled();
    await advance(15);
    await Promise.all(drained);
    expect(done).toEqual([[1], [2]]);
    expect([first, second].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });

  it('ends at once where nothing waits, and not while something is written', async () => {
    const { batcher } = setUp({ lingerMs: 0 });
    await batcher.drain();
    batcher.add(1);
    await advance(5);
    const drained = vi.fn();
    const draining = batcher.drain().finally(drained);
    await advance(4);
    expect(drained).not.toHaveBeenCalled();
    await advance(1);
    await draining;
  });
});

describe('stopping', () => {
  it('discards what waits and what comes, and ends those who drain', async () => {
    const { batcher, started } = setUp();
    batcher.add(1);
    const draining = batcher.drain();
    batcher.stop();
    await draining;
    expect(vi.getTimerCount()).toBe(0);
    for (const item of [2, 3, 4]) batcher.add(item);
    await advance(1_000);
    expect(started).toEqual([]);
    expect(batcher.lagMs()).toBe(0);
    await batcher.drain();
  });

  it('while a batch is written leaves it unacknowledged, and writes no other', async () => {
    const { batcher, started, done } = setUp({ lingerMs: 0 });
    for (const item of [1, 2, 3, 4]) batcher.add(item);
    await advance(5);
    batcher.stop();
    await advance(1_000);
    expect(started).toEqual([{ at: 0, items: [1, 2, 3] }]);
    expect(done).toEqual([]);
  });
});
