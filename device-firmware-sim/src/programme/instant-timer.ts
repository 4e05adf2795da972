import type { Cancel, Clock } from '../hardware/clock.ts';

/** A timer is set so long before an instant; until then the clock is read once a second, so that it may jump. */
const TIMER_MS = 2_500;

/** Calls `due` at an instant of the clock, to the millisecond. */
export function createInstantTimer(clock: Clock, due: () => void) {
  /** Null if there is nothing to wait for. */
  let instant: number | null = null;
  let cancelTimer: Cancel | null = null;

  function clearTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  function check(): void {
    if (instant === null) return;
    const now = clock.now();
    if (now >= instant) due();
    else if (instant - now <= TIMER_MS) cancelTimer ??= clock.after(instant - now, timerFired);
  }

  /** A timer may fire a millisecond early, and the clock may have been set back. */
  function timerFired(): void {
    cancelTimer = null;
    check();
  }

  return {
    /** Waits for this instant instead of the former one; null: for none. */
    set(next: number | null): void {
      clearTimer();
      instant = next;
    },
    /** Must be called once a second. */
    check,
  };
}
