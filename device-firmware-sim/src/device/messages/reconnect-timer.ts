import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { Cancel, Clock } from '../../hardware/clock.ts';
import type { Random } from '../../hardware/random.ts';

const RETRY = { firstMs: 500, maxMs: 30_000 };
/** The delay after the broker has refused the key. */
const REFUSED_RETRY = { firstMs: 20_000, maxMs: 20_000 };

/** Waits before each attempt to connect again, longer after each one that failed. */
export function createReconnectTimer(clock: Clock, random: Random) {
  let attempts = 0;
  let wasRefused = false;
  let cancel: Cancel = () => {};

  return {
    /** An attempt has failed. @param refused whether the broker has refused the key */
    failed(refused: boolean): void {
      wasRefused = refused;
    },
    connected(): void {
      attempts = 0;
      wasRefused = false;
    },
    /** The next delay is the shortest one again. */
    reset(): void {
      attempts = 0;
    },
    wasRefused: (): boolean => wasRefused,
    /** Calls `connect` after the delay, instead of an attempt that was waiting. */
    start(connect: () => void): void {
      const waitMs = wasRefused ? backoffMs(0, REFUSED_RETRY, random.next) : backoffMs(attempts++, RETRY, random.next);
      cancel();
      cancel = clock.after(waitMs, connect);
    },
    cancel: (): void => cancel(),
  };
}
