import type { Response } from 'express';
import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';

/** Concurrent downloads in all, and of one device. */
const AT_ONCE = 64;
const PER_DEVICE = 2;
const RETRY_AFTER_S = 2;
const TOO_MANY = 'Too many downloads at once.';

/** By the name of the caller, such as `device 0000-…`. */
export type DownloadSlots = Pick<Semaphore<string>, 'tryAcquire'>;

/** Limits the concurrent downloads, so that a fleet that updates does not use up the connections of the process. */
export const createDownloadSlots = ({ atOnce = AT_ONCE, perDevice = PER_DEVICE } = {}): DownloadSlots =>
  createSemaphore<string>({ atOnce, perKey: perDevice });

/** Occupies a slot until the answer has ended. Throws rate_limited where none is free. */
export function occupySlot(slots: DownloadSlots, caller: string, res: Response | undefined): void {
  const release = slots.tryAcquire(caller);
  if (!release) throw rateLimited(RETRY_AFTER_S, TOO_MANY);
  // If the client has closed the connection while it waited, `close` was emitted before.
  if (!res || res.closed) release();
  else res.once('close', release);
}
