/** The maximum number of calls of this key is waiting. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

type Options = {
  /** Permits of all keys at once; no limit unless given. */
  atOnce?: number;
  /** Permits of one key at once. */
  perKey: number;
  /** Calls of one key that may wait in addition; 0, unless given: none does. */
  waitingPerKey?: number;
};

/** Gives a permit back; further calls do nothing. */
export type Release = () => void;

/** Limits concurrent work per key, such as a user or an address, so that one of them cannot use the whole capacity. */
export type Semaphore<Key> = {
  /** Takes a permit where one is free now; null otherwise. */
  tryAcquire(key: Key): Release | null;
  /**
   * Runs `work` with a permit. Of those that wait, a call of the key with the fewest permits is next; calls of one key start in their order.
   * @throws TooManyWaiting where as many calls of this key wait as may
   */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>;
};

/** Limits permits per key and in total. A key without permits costs no memory. */
export function createSemaphore<Key>({ atOnce = Infinity, perKey, waitingPerKey = 0 }: Options): Semaphore<Key> {
  const running = new Map<Key, number>();
  const waiting: { key: Key; start: (release: Release) => void }[] = [];
  let total = 0;

  const runningOf = (key: Key): number => running.get(key) ?? 0;
  const mayStart = (key: Key): boolean => total < atOnce && runningOf(key) < perKey;

  function enter(key: Key): Release {
    total += 1;
    running.set(key, runningOf(key) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      leave(key);
    };
  }

  function leave(key: Key): void {
    total -= 1;
    const left = runningOf(key) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    const next = findNext();
    const [call] = next < 0 ? [] : waiting.splice(next, 1);
    call?.start(enter(call.key));
  }

  /** The first one of the key that has the fewest permits: whoever asks for much does not hold up those who ask for little. */
  function findNext(): number {
    let [found, fewest] = [-1, Infinity];
    for (const [index, { key }] of waiting.entries()) {
      if (!mayStart(key) || runningOf(key) >= fewest) continue;
      [found, fewest] = [index, runningOf(key)];
    }
    return found;
  }

  function acquire(key: Key): Release | Promise<Release> {
    if (mayStart(key)) return enter(key);
    // `perKey` is part of the maximum, so that a key without permits may wait while others use the whole capacity.
    const own = runningOf(key) + waiting.filter((call) => call.key === key).length;
    if (own >= perKey + waitingPerKey) throw new TooManyWaiting();
    return new Promise((resolve) => void waiting.push({ key, start: resolve }));
  }

  return {
    tryAcquire: (key) => (mayStart(key) ? enter(key) : null),
    async run(key, work) {
      const permit = acquire(key);
      const release = permit instanceof Promise ? await permit : permit;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
