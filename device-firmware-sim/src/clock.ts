export type Cancel = () => void;

/** All the time that a device knows; nothing in it reads the machine's clock or sets a timer past this. */
export type Clock = {
  /** Milliseconds since 1970 as this device believes them to be. */
  now: () => number;
  /** Milliseconds since some moment; never jumps. */
  monotonic: () => number;
  /** Runs the task once after so many milliseconds; the answer undoes it. */
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

/** A clock that is wrong by so many milliseconds, as those of devices without a battery are. */
export const skewedClock = (clock: Clock, skewMs: number): Clock => ({ ...clock, now: () => clock.now() + skewMs });

/** The same clock, whose timers all end with the device: pending ones are undone, and no new ones begin. */
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

/** Resolves after so many milliseconds; at once when it is less than one. */
export const sleep = (clock: Clock, ms: number): Promise<void> =>
  ms < 1 ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve));

/** Runs the task again and again; the pause is asked for anew each time, so that it can be jittered. */
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
