import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inBatches } from './hook.ts';

const LIMITS = { maxBatch: 3, maxRunning: 2, maxWaitMs: 20 };

function recordedBatches() {
  const begun: number[][] = [];
  const running: { questions: number[]; resolve: (answers: string[]) => void }[] = [];
  const ask = inBatches<number, string>((questions) => {
    begun.push(questions);
    return new Promise((resolve) => running.push({ questions, resolve }));
  }, LIMITS);
  async function answer(): Promise<void> {
    const batch = running.shift();
    batch?.resolve(batch.questions.map(String));
    await turn();
  }
  return { ask, answer, begun };
}

describe('questions in batches', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('that come while a batch is answered are asked together when it is', async () => {
    const { ask, answer, begun } = recordedBatches();
    const first = ask(1);
    await turn();
    const others = [ask(2), ask(3)];
    await turn();
    expect(begun).toEqual([[1]]);
    await answer();
    expect(begun).toEqual([[1], [2, 3]]);
    await answer();
    expect(await Promise.all([first, ...others])).toEqual(['1', '2', '3']);
  });

  it('are asked beside a running batch as soon as they fill one, and no more than may run', async () => {
    const { ask, answer, begun } = recordedBatches();
    void ask(1);
    await turn();
    void ask(2);
    await turn();
    for (const question of [3, 4, 5, 6, 7]) void ask(question);
    await turn();
    expect(begun).toEqual([[1], [2, 3, 4]]);
    await answer();
    expect(begun).toEqual([[1], [2, 3, 4], [5, 6, 7]]);
  });

  it('do not wait longer for a batch that takes long', async () => {
    const { ask, begun } = recordedBatches();
    void ask(1);
    await turn();
    void ask(2);
    await turn();
    vi.advanceTimersByTime(LIMITS.maxWaitMs - 1);
    expect(begun).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(begun).toEqual([[1], [2]]);
  });

  it('that have been asked do not shorten the wait of later ones', async () => {
    const { ask, answer, begun } = recordedBatches();
    void ask(1);
    await turn();
    void ask(2);
    await turn();
    await answer();
    expect(begun).toEqual([[1], [2]]);
    vi.advanceTimersByTime(LIMITS.maxWaitMs - 1);
    void ask(3);
    await turn();
    vi.advanceTimersByTime(1);
    expect(begun).toEqual([[1], [2]]);
    vi.advanceTimersByTime(LIMITS.maxWaitMs);
    expect(begun).toEqual([[1], [2], [3]]);
  });

  it('leave no timer behind once all are asked, or while no more may run', async () => {
    const { ask, answer } = recordedBatches();
    void ask(1);
    await turn();
    expect(vi.getTimerCount()).toBe(0);
    void ask(2);
    await turn();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(LIMITS.maxWaitMs);
    void ask(3);
    await turn();
    expect(vi.getTimerCount()).toBe(0);
    await answer();
    await answer();
    expect(vi.getTimerCount()).toBe(0);
  });
});
