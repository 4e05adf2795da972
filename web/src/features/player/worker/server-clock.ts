import { systemClock, type Clock } from '@belfry/device-firmware-sim/hardware/clock';
import type { NetworkTime } from '@belfry/device-firmware-sim/hardware/network-time';

/** The header Date has whole seconds: below this, nothing is known to be off. */
const TOLERANCE_MS = 2_000;
const DATE_STEP_MS = 1_000;

export type ServerClock = {
  clock: Clock;
  /** By how much it is ahead of the clock of the browser, in ms. */
  aheadMs: () => number;
  networkTime: NetworkTime;
  /** Takes the header Date of an answer, with when the request was sent and answered. @returns whether anything has changed */
  told: (date: string | null, sentAt: number, answeredAt: number) => boolean;
};

/** The clock of the browser, corrected by that of the server where they differ by seconds. @param first what it was ahead before */
export function createServerClock(first: number): ServerClock {
  let aheadMs = first;
  let isTold = false;
  return {
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    aheadMs: () => aheadMs,
    networkTime: () => (isTold ? { clock_offset_ms: null, clock_synchronised: true } : null),
    told(date, sentAt, answeredAt) {
      const server = date === null ? NaN : Date.parse(date);
      if (Number.isNaN(server)) return false;
      const middle = server + DATE_STEP_MS / 2 - (sentAt + answeredAt) / 2;
      const before = aheadMs;
      isTold = true;
      // What differs by less than the error of this measurement stays.
      if (Math.abs(middle - before) > TOLERANCE_MS) aheadMs = Math.abs(middle) > TOLERANCE_MS ? Math.round(middle) : 0;
      return aheadMs !== before;
    },
  };
}
