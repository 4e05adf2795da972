import { describe, expect, it, vi } from 'vitest';
import { advance, away, deadlock, passed, poison, setUpBatcher, useBatcherClock } from './testing/batcher-harness.ts';

useBatcherClock();

describe('while Postgres is unavailable', () => {
  it('a batch is retried after 50 ms, doubling up to two seconds, and from 50 ms again the next time', async () => {
    let failures = 8;
    const { batcher, started, done } = setUpBatcher({
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
    const { batcher, warn } = setUpBatcher({ lingerMs: 0, write: () => Promise.reject(away) });
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
    const { batcher, started, done } = setUpBatcher({ lingerMs: 0, write: () => Promise.reject(away) });
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
    const { batcher, started, done } = setUpBatcher({ lingerMs: 0, write: () => Promise.reject(deadlock), onPoison });
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
    const { batcher, started, done } = setUpBatcher({ lingerMs: 0, write: () => Promise.reject(deadlock) });
    batcher.add(1);
    batcher.add(2);
    await advance(1_000);
    expect(started.slice(6).map(({ items }) => items)).toEqual([[1], [1], [2], [2]]);
    expect(done).toEqual([[1], [2]]);
  });
});

describe('a poison item', () => {
  it('is found by halving, and the others are written in order', async () => {
    const { batcher, started, done, warn } = setUpBatcher({
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
    const { batcher, done } = setUpBatcher({
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
    const { batcher, error } = setUpBatcher({
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
