import PQueue from 'p-queue';
import { AppError } from '../errors.ts';

const RETRY_AFTER_S = 10;

/** Runs expensive work, a few at a time. */
export type BoundedQueue = {
  /** Resolves with the result of `work`. Throws rate_limited while too many calls wait. */
  add<T>(work: () => Promise<T>): Promise<T>;
};

/** @param options.busyText the error, for users, while `waitingMax` calls wait */
export function createBoundedQueue(options: { atOnce: number; waitingMax: number; busyText: string }): BoundedQueue {
  const queue = new PQueue({ concurrency: options.atOnce });
  return {
    async add(work) {
      if (queue.size >= options.waitingMax)
        throw new AppError('rate_limited', options.busyText, { retryAfterSeconds: RETRY_AFTER_S });
      return queue.add(work);
    },
  };
}
