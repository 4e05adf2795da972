import { AppError } from '../errors.ts';

const RETRY_AFTER_S = 10;

/** Runs expensive work of many people, a few at a time and one of each person. */
export type FairQueue = {
  /**
   * Resolves with the result of `work`. The next one is that of the person whose last turn is longest ago, so that who adds much waits
   * for who adds little, and not the other way round. Throws rate_limited while too many calls wait.
   */
  add<T>(userId: number, work: () => Promise<T>): Promise<T>;
};

type Options = {
  atOnce: number;
  /** Calls that wait, of all people and of one. */
  waitingMax: number;
  waitingPerUser: number;
  /** The error, for users, while that many wait. */
  busyText: string;
};

export function createFairQueue({ atOnce, waitingMax, waitingPerUser, busyText }: Options): FairQueue {
  /** The calls that wait by user, in the order of their turns. */
  const waiting = new Map<number, (() => void)[]>();
  const running = new Set<number>();
  let waitingCalls = 0;

  function startNext(): void {
    for (const [userId, [start, ...others]] of waiting) {
      if (running.size >= atOnce) return;
      if (!start || running.has(userId)) continue;
      waiting.delete(userId);
      if (others.length > 0) waiting.set(userId, others);
      waitingCalls -= 1;
      running.add(userId);
      start();
    }
  }

  /** After the turn of a user it is that of everybody else. */
  function sendToEnd(userId: number): void {
    const own = waiting.get(userId);
    if (!own) return;
    waiting.delete(userId);
    waiting.set(userId, own);
  }

  return {
    async add(userId, work) {
      const own = waiting.get(userId) ?? [];
      if (waitingCalls >= waitingMax || own.length >= waitingPerUser)
        throw new AppError('rate_limited', busyText, { retryAfterSeconds: RETRY_AFTER_S });
      const turn = Promise.withResolvers<void>();
      waiting.set(userId, [...own, turn.resolve]);
      waitingCalls += 1;
      startNext();
      await turn.promise;
      try {
        return await work();
      } finally {
        running.delete(userId);
        sendToEnd(userId);
        startNext();
      }
    },
  };
}
