import type { Clock } from '@belfry/device-firmware-sim/hardware/clock';

const TICK_MS = 5;
/** How much of the time between two ticks counts. */
const MAX_STEP_MS = 20;

/** A clock on which only the time passes in which this process runs. */
export type SteadyClock = Clock & { stop(): void };

/**
 * A clock that stands still while the machine pauses this process, so that a limit on it is one for the product and not for the
 * machine. Its timers are due by it as well.
 */
export function startSteadyClock(): SteadyClock {
  const start = Date.now();
  let elapsed = 0;
  let tickedAt = performance.now();
  const waiting = new Set<{ at: number; task: () => void }>();

  function tick(): void {
    const now = performance.now();
    elapsed += Math.min(now - tickedAt, MAX_STEP_MS);
    tickedAt = now;
    const due = [...waiting].filter(({ at }) => at <= elapsed).sort((a, b) => a.at - b.at);
    for (const timer of due) if (waiting.delete(timer)) timer.task();
  }
  const ticks = setInterval(tick, TICK_MS);

  return {
    now: () => Math.floor(start + elapsed),
    monotonic: () => elapsed,
    after(ms, task) {
      const timer = { at: elapsed + ms, task };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    stop: () => clearInterval(ticks),
  };
}

/** @returns how many milliseconds something took, without those in which the machine paused this process */
export async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const clock = startSteadyClock();
  try {
    await work();
    return clock.monotonic();
  } finally {
    clock.stop();
  }
}
