export type Cancel = () => void;

/** The only source of time of a device; nothing in it reads the machine's clock or sets timers by itself. */
export type Clock = {
  /** Milliseconds since 1970 by this device's clock. */
  now: () => number;
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number;
  /** Runs the task once after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => Cancel;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

export const skewedClock = (clock: Clock, skewMs: number): Clock => ({ ...clock, now: () => clock.now() + skewMs });

/** A clock whose timers can be cancelled together; after that it starts no new ones. */
export function ownTimers(clock: Clock): Clock & { cancelAll(): void } {
  const pending = new Set<Cancel>();
  let ended = false;
  return {
    ...clock,
    after(ms, task) {
      if (ended) return () => {};
      const cancel = clock.after(ms, () => {
        pending.delete(cancel);
        task();
      });
      pending.add(cancel);
      return () => {
        pending.delete(cancel);
        cancel();
      };
    },
    cancelAll() {
      ended = true;
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}

/** Resolves after `ms`, or at once if that is less than 1. */
export const sleep = (clock: Clock, ms: number): Promise<void> =>
  ms < 1 ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve));

/** A timer fires up to this much after its time. */
const TIMER_ERROR_MS = 2;

/** Resolves at an instant of the clock, to a fraction of a millisecond: the last two are waited for without a timer. */
export async function untilInstant(clock: Clock, instant: number): Promise<void> {
  await sleep(clock, instant - clock.now() - TIMER_ERROR_MS);
  const latest = clock.monotonic() + 2 * TIMER_ERROR_MS;
  while (clock.now() < instant && clock.monotonic() < latest);
}

/** Runs the task repeatedly; the pause is computed before each run, so that it can have jitter. */
export function repeat(clock: Clock, pauseMs: () => number, task: () => void): Cancel {
  let cancel = clock.after(pauseMs(), tick);
  function tick(): void {
    cancel = clock.after(pauseMs(), tick);
    task();
  }
  return () => cancel();
}

/** ISO 8601 in UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
