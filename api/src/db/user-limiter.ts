/** The maximum number of calls of this user is waiting. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

type Options = {
  /** Calls of one user at once. */
  perUser: number;
  /** Calls of one user that may wait; 0: none does. */
  waitingPerUser: number;
  /** Calls of all users at once. */
  atOnce: number;
};

/** Limits concurrent work per user, so that one user cannot use the whole capacity. */
export type UserLimiter = <T>(userId: number, work: () => Promise<T>) => Promise<T>;

/**
 * Limits the concurrent calls per user and in total. Waiting calls start in their order, except those of users who have
 * reached their limit. Throws TooManyWaiting.
 */
export function createUserLimiter({ perUser, waitingPerUser, atOnce }: Options): UserLimiter {
  const running = new Map<number, number>();
  const waiting: { userId: number; start: () => void }[] = [];
  let total = 0;

  const runningOf = (userId: number): number => running.get(userId) ?? 0;
  const mayStart = (userId: number): boolean => total < atOnce && runningOf(userId) < perUser;

  const enter = (userId: number): void => {
    total += 1;
    running.set(userId, runningOf(userId) + 1);
  };

  const leave = (userId: number): void => {
    total -= 1;
    const left = runningOf(userId) - 1;
    if (left > 0) running.set(userId, left);
    else running.delete(userId);
    const next = waiting.findIndex((call) => mayStart(call.userId));
    const [call] = next < 0 ? [] : waiting.splice(next, 1);
    if (!call) return;
    enter(call.userId);
    call.start();
  };

  return async (userId, work) => {
    if (mayStart(userId)) {
      enter(userId);
    } else {
      // `perUser` is part of the maximum, so that a user without running calls may wait while others use the whole capacity.
      const own = runningOf(userId) + waiting.filter((call) => call.userId === userId).length;
      if (own >= perUser + waitingPerUser) throw new TooManyWaiting();
      await new Promise<void>((resolve) => void waiting.push({ userId, start: resolve }));
    }
    try {
      return await work();
    } finally {
      leave(userId);
    }
  };
}
