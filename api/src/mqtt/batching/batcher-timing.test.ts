import { describe, expect, it, vi } from 'vitest';
import { advance, passed, setUpBatcher, useBatcherClock } from './testing/batcher-harness.ts';

useBatcherClock();

describe('a batch', () => {
  it('is written when its first item has waited for the linger time', async () => {
    const { batcher, started, done } = setUpBatcher();
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
    const { batcher, started } = setUpBatcher();
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
    const { batcher, started } = setUpBatcher({ lingerMs: (item) => item });
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
    const { batcher, started } = setUpBatcher({ lingerMs: (item) => item });
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
    const { batcher } = setUpBatcher({ onWritten, lingerMs: 0 });
    batcher.add(1);
    batcher.add(2);
    await advance(10);
    expect(onWritten).toHaveBeenCalledExactlyOnceWith(2, 0.01);
  });
});

describe('the lag', () => {
  it('is how long the oldest item has been waiting or being written', async () => {
    const { batcher } = setUpBatcher({ write: () => passed(100) });
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
    const { batcher } = setUpBatcher({ write: () => passed(60_000) });
    batcher.add(1);
    await advance(9_999);
    expect(batcher.isStuck()).toBe(false);
    await advance(1);
    expect(batcher.isStuck()).toBe(true);
  });
});
