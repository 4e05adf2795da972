import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findLateTurn } from './pool-waits.ts';
import { createSemaphore, type Release, TooManyWaiting, type Urgency } from './semaphore.ts';

function createWork() {
  const open: { name: string; end: () => void; fail: () => void }[] = [];
  const start = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      open.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) });
    });
  const settle = async (name: string, how: 'end' | 'fail' = 'end') => {
    const [work] = open.splice(
      open.findIndex((each) => each.name === name),
      1,
    );
    work?.[how]();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { start, settle, running: () => open.map(({ name }) => name) };
}

it('limits each key, and starts the call of the key with the fewest permits next', async () => {
  const { run } = createSemaphore<number>({ perKey: 2, waitingPerKey: 10, atOnce: 3 });
  const { start, settle, running } = createWork();
  const done = [1, 1, 1, 2, 2, 3].map((key, n) => run(key, start(`${key}-${n}`)));
  expect(running()).toEqual(['1-0', '1-1', '2-3']);
  await settle('2-3');
  // The third of the first key came before, and waits for the first key's own.
  expect(running()).toEqual(['1-0', '1-1', '2-4']);
  await settle('1-0');
  // It came last, and has none yet.
  expect(running()).toEqual(['1-1', '2-4', '3-5']);
  await settle('2-4');
  expect(running()).toEqual(['1-1', '3-5', '1-2']);
  for (const name of running()) await settle(name);
  expect(await Promise.all(done)).toHaveLength(6);
});

it('starts the calls of one key in their order', async () => {
  const { run } = createSemaphore<number>({ perKey: 1, waitingPerKey: 10 });
  const { start, settle, running } = createWork();
  const done = ['a', 'b', 'c'].map((name) => run(1, start(name)));
  for (const name of ['a', 'b', 'c']) {
    expect(running()).toEqual([name]);
    await settle(name);
  }
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c']);
});

it('continues after failed work', async () => {
  const { run } = createSemaphore<number>({ perKey: 1, waitingPerKey: 1, atOnce: 1 });
  const { start, settle, running } = createWork();
  const failed = run(1, start('first'));
  const next = run(2, start('second'));
  const rejected = expect(failed).rejects.toThrow('first');
  await settle('first', 'fail');
  await rejected;
  expect(running()).toEqual(['second']);
  await settle('second');
  expect(await next).toBe('second');
});

it('refuses calls beyond the limit of a key, but not because of other keys', async () => {
  const { run } = createSemaphore<number>({ perKey: 1, atOnce: 1 });
  const { start, settle } = createWork();
  const first = run(1, start('first'));
  await expect(run(1, start('again'))).rejects.toThrow(TooManyWaiting);
  const other = run(2, start('other'));
  await expect(run(2, start('other again'))).rejects.toThrow(TooManyWaiting);
  await settle('first');
  await settle('other');
  expect(await Promise.all([first, other])).toEqual(['first', 'other']);
  const later = run(1, start('later'));
  await settle('later');
  expect(await later).toBe('later');
});

it('gives permits that are free now, each back once', () => {
  const { tryAcquire } = createSemaphore<string>({ perKey: 2, atOnce: 3 });
  const [first, second] = [tryAcquire('a'), tryAcquire('a')];
  expect(tryAcquire('a')).toBeNull();
  expect(tryAcquire('b')).not.toBeNull();
  expect(tryAcquire('c')).toBeNull();
  first?.();
  first?.();
  expect(tryAcquire('c')).not.toBeNull();
  expect(tryAcquire('b')).toBeNull();
  second?.();
  expect(tryAcquire('b')).not.toBeNull();
});

it('gives a permit to whoever waits, before others can take it', async () => {
  const { run, tryAcquire } = createSemaphore<string>({ perKey: 1, waitingPerKey: 1 });
  const { start, settle, running } = createWork();
  const release = tryAcquire('a');
  const waiting = run('a', start('waiting'));
  release?.();
  expect(tryAcquire('a')).toBeNull();
  await Promise.resolve();
  expect(running()).toEqual(['waiting']);
  await settle('waiting');
  expect(await waiting).toBe('waiting');
});

function createCalls(semaphore: ReturnType<typeof createSemaphore<string>>) {
  const got: string[] = [];
  const releases = new Map<string, Release>();
  const failed: string[] = [];
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    got,
    failed,
    async ask(name: string, key: string, turn: Parameters<typeof semaphore.acquire>[1] = {}) {
      void semaphore.acquire(key, turn).then(
        (release) => {
          got.push(name);
          releases.set(name, release);
        },
        (error: Error) => failed.push(`${name}: ${error instanceof TooManyWaiting ? error.because : error.message}`),
      );
      await settled();
    },
    async end(name: string) {
      releases.get(name)?.();
      await settled();
    },
  };
}

describe('turns', () => {
  it('go on in a circle, so that whoever comes again is not before those who wait', async () => {
    const { ask, end, got } = createCalls(createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 10 }));
    await ask('b1', 'b');
    await ask('a1', 'a');
    await ask('a2', 'a');
    await ask('c1', 'c');
    for (const [ended, next] of [
      ['b1', 'b2'],
      ['a1', ''],
      ['c1', 'c2'],
    ] as const) {
      await end(ended);
      if (next !== '') await ask(next, next.charAt(0));
    }
    expect(got).toEqual(['b1', 'a1', 'c1', 'a2']);
    await end('a2');
    expect(got.at(-1)).toBe('b2');
  });

  it('belong to keys, and within a key to its parts', async () => {
    const { ask, end, got } = createCalls(createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 20 }));
    await ask('first', 'x');
    for (const name of ['a1', 'a2', 'a3']) await ask(name, 'a', { part: 'greedy' });
    await ask('a4', 'a', { part: 'modest' });
    await ask('b1', 'b');
    for (let at = 0; at < 5; at += 1) await end(got.at(-1) ?? '');
    expect(got).toEqual(['first', 'a1', 'b1', 'a4', 'a2', 'a3']);
  });

  it('belong within a key to its branches first', async () => {
    const { ask, end, got } = createCalls(createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 20 }));
    await ask('first', 'x');
    for (const name of ['a1', 'a2', 'a3']) await ask(name, 'a', { branch: 1, part: name });
    for (const name of ['s1', 's2']) await ask(name, 'a', { branch: 2, part: 'modest' });
    for (let at = 0; at < 5; at += 1) await end(got.at(-1) ?? '');
    expect(got).toEqual(['first', 'a1', 's1', 'a2', 's2', 'a3']);
  });

  it('are in the order of what people hear first', async () => {
    const { ask, end, got } = createCalls(createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 9 }));
    await ask('first', 'x');
    for (const urgency of ['other', 'devices', 'now', 'emergency'] satisfies Urgency[])
      await ask(urgency, urgency, { urgency });
    for (let at = 0; at < 4; at += 1) await end(got.at(-1) ?? '');
    expect(got).toEqual(['first', 'emergency', 'now', 'devices', 'other']);
  });

  it('come sooner for a call that becomes more urgent while it waits', async () => {
    const { ask, end, got } = createCalls(createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 9 }));
    const turn: { urgency: Urgency } = { urgency: 'other' };
    await ask('first', 'x');
    await ask('text', 'a', turn);
    await ask('now', 'b', { urgency: 'now' });
    turn.urgency = 'emergency';
    await end('first');
    expect(got).toEqual(['first', 'text']);
  });
});

describe('a share of the permits', () => {
  it('is kept for keys that have none', () => {
    const { tryAcquire } = createSemaphore<string>({ atOnce: 4, perKey: 4, free: 2 });
    expect(['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((key) => tryAcquire(key) !== null)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('is there for emergencies', () => {
    const { tryAcquire } = createSemaphore<string>({ atOnce: 3, perKey: 3, free: 2 });
    const urgencies = ['other', 'now', 'emergency', 'emergency'] as const;
    expect(urgencies.map((urgency) => tryAcquire('a', { urgency }) !== null)).toEqual([true, false, true, true]);
  });

  it('is kept for keys that have few', () => {
    const { tryAcquire } = createSemaphore<string>({ atOnce: 6, perKey: 6, free: 3, sure: 2 });
    expect(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'].map((key) => tryAcquire(key) !== null)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('is kept in a key for its branches that have none', () => {
    const { tryAcquire } = createSemaphore<string>({ atOnce: 9, perKey: 5, perKeyFree: 2 });
    const calls: { branch?: number; urgency?: Urgency }[] = [
      ...Array.from({ length: 4 }, () => ({ branch: 1 })),
      { branch: 2 },
      { branch: 2 },
      // For the whole of it.
      {},
      {},
      { urgency: 'emergency' },
    ];
    const got = calls.map((turn) => tryAcquire('a', turn) !== null);
    expect(got).toEqual([true, true, true, false, true, false, true, false, false]);
    expect(tryAcquire('b', { branch: 3 })).not.toBeNull();
  });

  it('that is kept in a key is there for emergencies', () => {
    const { tryAcquire } = createSemaphore<string>({ perKey: 3, perKeyFree: 2 });
    const urgencies = ['now', 'now', 'emergency', 'emergency', 'emergency'] as const;
    const got = urgencies.map((urgency) => tryAcquire('a', { branch: 1, urgency }) !== null);
    expect(got).toEqual([true, false, true, true, false]);
  });

  it('of the places for waiting is left for the other branches of a key', async () => {
    const semaphore = createSemaphore<string>({ atOnce: 3, perKey: 3, perKeyFree: 1, waitingPerKey: 4 });
    const { ask, end, failed, got } = createCalls(semaphore);
    for (const name of ['1', '2', '3', '4', '5']) await ask(name, 'a', { branch: 1 });
    for (const name of ['sister 1', 'sister 2']) await ask(name, 'a', { branch: 2 });
    expect(failed).toEqual(['5: own']);
    expect(got).toEqual(['1', '2', 'sister 1']);
    await end('1');
    // One more would leave nothing for branches that have none.
    expect(got).toEqual(['1', '2', 'sister 1']);
    await end('2');
    expect(got).toEqual(['1', '2', 'sister 1', '3']);
  });

  it('of the places for waiting is left for the other parts of a key', async () => {
    const semaphore = createSemaphore<string>({ atOnce: 2, perKey: 2, perPart: 1, waitingPerKey: 4 });
    const { ask, failed } = createCalls(semaphore);
    for (const name of ['1', '2', '3', '4']) await ask(name, 'a', { part: 'greedy' });
    await ask('other', 'a', { part: 'modest' });
    expect(failed).toEqual(['4: own']);
  });
});

describe('whoever waits', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('waits no more when nobody needs it any more', async () => {
    const semaphore = createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 1 });
    const { ask, end, got, failed } = createCalls(semaphore);
    const gone = new AbortController();
    await ask('first', 'a');
    await ask('gone', 'b', { signal: gone.signal });
    await ask('next', 'c');
    gone.abort(new Error('closed'));
    await end('first');
    expect(got).toEqual(['first', 'next']);
    expect(failed).toEqual(['gone: closed']);
    await end('next');
    expect(semaphore.tryAcquire('b')).not.toBeNull();
  });

  it('is told after a time that others have it all, or the key itself', async () => {
    const { ask, failed } = createCalls(
      createSemaphore<string>({ atOnce: 2, perKey: 1, waitingPerKey: 1, waitMs: 1_000 }),
    );
    await ask('a1', 'a');
    await ask('b1', 'b');
    await ask('c1', 'c');
    await ask('a2', 'a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failed).toEqual(['c1: full', 'a2: own']);
  });

  it('comes before more urgent work of others after a time, but for an emergency', async () => {
    const { ask, end, got } = createCalls(createSemaphore<string>({ atOnce: 1, perKey: 1, waitingPerKey: 9 }));
    await ask('first', 'x');
    await ask('other', 'a', { urgency: 'other' });
    await vi.advanceTimersByTimeAsync(61_000);
    await ask('now', 'b', { urgency: 'now' });
    await ask('emergency', 'c', { urgency: 'emergency' });
    for (let at = 0; at < 3; at += 1) await end(got.at(-1) ?? '');
    expect(got).toEqual(['first', 'emergency', 'other', 'now']);
  });

  it('for its turn for longer than promised is told of, unless the key has used its own share', async () => {
    const { ask, end } = createCalls(
      createSemaphore<string>({ pool: 'test', promisedMs: 5_000, atOnce: 1, perKey: 1, waitingPerKey: 9 }),
    );
    await ask('a1', 'a');
    await ask('a2', 'a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(findLateTurn()?.pool).not.toBe('test');
    await ask('b1', 'b');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(findLateTurn()).toEqual({ pool: 'test', waitedS: 6 });
    await end('a1');
    await end('a2');
    await end('b1');
    // The evaluator has time to see it.
    await vi.advanceTimersByTimeAsync(100_000);
    expect(findLateTurn()).toMatchObject({ pool: 'test' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(findLateTurn()).toBeNull();
  });
});

it('whatever is asked for and given back: limits hold, no permit is idle while somebody may have it, and all come to their turn', async () => {
  const options = fc.record({
    atOnce: fc.integer({ min: 1, max: 6 }),
    perKey: fc.integer({ min: 1, max: 4 }),
    perKeyFree: fc.integer({ min: 0, max: 3 }),
    perPart: fc.integer({ min: 1, max: 3 }),
    free: fc.integer({ min: 0, max: 3 }),
    sure: fc.integer({ min: 1, max: 2 }),
  });
  const step = fc.record({
    key: fc.integer({ min: 0, max: 3 }),
    branch: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
    part: fc.integer({ min: 0, max: 1 }),
    urgency: fc.constantFrom<Urgency>('emergency', 'now', 'devices', 'other'),
    what: fc.constantFrom('ask', 'ask', 'end', 'abort'),
  });
  await fc.assert(
    fc.asyncProperty(options, fc.array(step, { maxLength: 60 }), async ({ free, perKeyFree, ...given }, steps) => {
      const limits = {
        ...given,
        free: Math.min(free, given.atOnce - 1),
        perKeyFree: Math.min(perKeyFree, given.perKey - 1),
      };
      const { acquire } = createSemaphore<number>({ ...limits, waitingPerKey: Infinity });
      type Call = {
        key: number;
        branch?: number | undefined;
        part: number;
        urgency: Urgency;
        aborting: AbortController;
        release?: Release;
      };
      const [held, waiting]: [Call[], Call[]] = [[], []];
      const settle = async () => {
        for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
      };
      const mayStart = ({ key, branch, part, urgency }: Call): boolean => {
        const ofKey = held.filter((call) => call.key === key);
        const mayTakeAll = urgency === 'emergency' || ofKey.every((call) => call.branch !== branch);
        const isSure = ofKey.length < limits.sure || urgency === 'emergency';
        const room = isSure ? limits.atOnce : limits.atOnce - limits.free;
        const ofPart = ofKey.filter((call) => call.part === part).length;
        return (
          held.length < room &&
          ofKey.length < limits.perKey - (mayTakeAll ? 0 : limits.perKeyFree) &&
          ofPart < limits.perPart
        );
      };
      const check = () => {
        expect(held.length).toBeLessThanOrEqual(limits.atOnce);
        for (const { key, part } of held) {
          expect(held.filter((call) => call.key === key).length).toBeLessThanOrEqual(limits.perKey);
          const ofPart = held.filter((call) => call.key === key && call.part === part);
          expect(ofPart.length).toBeLessThanOrEqual(limits.perPart);
        }
        expect(waiting.filter(mayStart)).toEqual([]);
      };
      for (const { key, branch, part, urgency, what } of steps) {
        if (what === 'ask') {
          const call: Call = { key, branch, part, urgency, aborting: new AbortController() };
          waiting.push(call);
          const leave = () => waiting.splice(waiting.indexOf(call), 1);
          void acquire(key, { branch, part, urgency, signal: call.aborting.signal }).then(
            (release) => {
              leave();
              held.push(Object.assign(call, { release }));
            },
            () => void leave(),
          );
        } else if (what === 'end') held.splice(key % Math.max(1, held.length), 1)[0]?.release?.();
        else waiting[key % Math.max(1, waiting.length)]?.aborting.abort();
        await settle();
        check();
      }
      for (let ended = held.shift(); ended; ended = held.shift()) {
        ended.release?.();
        await settle();
      }
      expect(waiting).toEqual([]);
    }),
  );
});
