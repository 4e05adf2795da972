import { AppError } from '../errors.ts';

const RETRY_AFTER_S = 10;

export type FairQueueOptions = {
  /** Works at once, in all. */
  atOnce: number;
  /** Works of one user at once; 1 unless given. */
  perUser?: number;
  /** How much waits in all, and of one user. */
  waitingMax: number;
  waitingPerUser: number;
  /** The error, for users, while so much waits. */
  busyText: string;
};

/** Runs expensive work of many users, a few at a time. */
export type FairQueue = {
  /** Resolves with the result of `work`. Throws rate_limited while too much waits, in all or of this user. */
  add<T>(userId: number, work: () => Promise<T>): Promise<T>;
};

/**
 * Users take turns: of each user `perUser` works run at a time, and whoever has waited longest since their last one is next. So a user who asks
 * for much delays others by one work at most.
 */
export function createFairQueue({
  atOnce,
  perUser = 1,
  waitingMax,
  waitingPerUser,
  busyText,
}: FairQueueOptions): FairQueue {
  /** In the order of the turns. */
  const waiting = new Map<number, (() => void)[]>();
  const running = new Map<number, number>();
  let total = 0;
  let size = 0;

  function count(userId: number, change: 1 | -1): void {
    total += change;
    const left = (running.get(userId) ?? 0) + change;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
  }

  function startNext(): void {
    // Who has started one comes again at the end, where further ones start while there is room.
    for (const [userId, works] of waiting) {
      if (total >= atOnce) return;
      if ((running.get(userId) ?? 0) >= perUser) continue;
      const start = works.shift();
      waiting.delete(userId);
      if (works.length > 0) waiting.set(userId, works);
      size -= 1;
      count(userId, 1);
      start?.();
    }
  }

  function moveToEnd(userId: number): void {
    const own = waiting.get(userId);
    if (!own) return;
    waiting.delete(userId);
    waiting.set(userId, own);
  }

  return {
    async add(userId, work) {
      const own = waiting.get(userId) ?? [];
      if (size >= waitingMax || own.length >= waitingPerUser)
        throw new AppError('rate_limited', busyText, { retryAfterSeconds: RETRY_AFTER_S });
      const { promise, resolve } = Promise.withResolvers<void>();
      own.push(resolve);
      waiting.set(userId, own);
      size += 1;
      startNext();
      await promise;
      try {
        return await work();
      } finally {
        count(userId, -1);
        moveToEnd(userId);
        startNext();
      }
    },
  };
}
