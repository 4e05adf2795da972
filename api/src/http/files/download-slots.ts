import type { Response } from 'express';
import { rateLimited } from '../rate-limit/rate-limit.ts';

/** Concurrent downloads in all, and of one device. */
const AT_ONCE = 64;
const PER_DEVICE = 2;
const RETRY_AFTER_S = 2;
const TOO_MANY = 'Too many downloads at once.';

export type DownloadSlots = {
  /** Throws rate_limited where none is free. @returns the function that releases the slot */
  acquire(caller: string): () => void;
};

/** Limits the concurrent downloads, so that a fleet that updates does not use up the connections of the process. */
export function createDownloadSlots({ atOnce = AT_ONCE, perDevice = PER_DEVICE } = {}): DownloadSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    acquire(caller) {
      const own = taken.get(caller) ?? 0;
      if (total >= atOnce || own >= perDevice) throw rateLimited(RETRY_AFTER_S, TOO_MANY);
      total += 1;
      taken.set(caller, own + 1);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        total -= 1;
        const left = (taken.get(caller) ?? 1) - 1;
        if (left > 0) taken.set(caller, left);
        else taken.delete(caller);
      };
    },
  };
}

/** Occupies a slot until the answer has ended. Throws rate_limited where none is free. */
export function occupySlot(slots: DownloadSlots, caller: string, res: Response | undefined): void {
  const release = slots.acquire(caller);
  // If the client has closed the connection while it waited, `close` was emitted before.
  if (!res || res.closed) release();
  else res.once('close', release);
}
