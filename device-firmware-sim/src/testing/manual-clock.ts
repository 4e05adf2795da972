import type { Clock } from '../hardware/clock.ts';

export type ManualClock = Clock & {
  /** Advances the time: timers run in order, and the promises that they resolve are handled in between. */
  advance: (ms: number) => Promise<void>;
  /** Advances the time at once, as on a machine that was suspended: what is due runs once, at the end. */
  skip: (ms: number) => Promise<void>;
};

/** @param start milliseconds since 1970 */
export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let elapsed = 0;
  const timers = new Set<{ at: number; task: () => void }>();

  const nextBefore = (end: number) =>
    [...timers]
      .filter(({ at }) => at <= end)
      .reduce<{ at: number; task: () => void } | null>(
        (first, timer) => (first === null || timer.at < first.at ? timer : first),
        null,
      );

  async function runUntil(end: number): Promise<void> {
    await settle();
    for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
      timers.delete(timer);
      elapsed = Math.max(elapsed, timer.at);
      timer.task();
      await settle();
    }
    elapsed = end;
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after(ms, task) {
      const timer = { at: elapsed + ms, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms) => runUntil(elapsed + ms),
    skip(ms) {
      elapsed += ms;
      return runUntil(elapsed);
    },
  };
}

/** Runs the callbacks of promises that are already resolved. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
