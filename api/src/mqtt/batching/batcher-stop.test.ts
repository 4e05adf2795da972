import { describe, expect, it, vi } from 'vitest';
import { advance, setUpBatcher, useBatcherClock } from './testing/batcher-harness.ts';

useBatcherClock();

describe('draining', () => {
  it('ends when everything is written, also what came meanwhile', async () => {
    const { batcher, done } = setUpBatcher();
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
    const { batcher } = setUpBatcher({ lingerMs: 0 });
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
    const { batcher, started } = setUpBatcher();
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
    const { batcher, started, done } = setUpBatcher({ lingerMs: 0 });
    for (const item of [1, 2, 3, 4]) batcher.add(item);
    await advance(5);
    batcher.stop();
    await advance(1_000);
    expect(started).toEqual([{ at: 0, items: [1, 2, 3] }]);
    expect(done).toEqual([]);
  });
});
