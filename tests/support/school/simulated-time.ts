import { letPass } from '@belfry/schemas/testing/clock';
import type { Clock } from '@belfry/device-firmware-sim/hardware/clock';
import { createManualClock } from '@belfry/device-firmware-sim/testing/manual-clock';
import { vi } from 'vitest';

const STEP_MS = 1_000;
/** How much is simulated second by second around a moment. */
const BEFORE_MS = 5_000;
const AFTER_MS = 12_000;
const REAL_PAUSE_MS = 10;

/** Something that is done at an instant (ms since 1970). */
export type Action = { at: number; run: () => Promise<unknown> | void };

export type SimulatedTime = {
  /** That of the devices. */
  clock: Clock;
  /** Passes second by second near these moments and the actions, and skips the time between. */
  passUntil(end: number, moments: readonly number[], actions: readonly Action[]): Promise<void>;
  /** Lets time pass slowly until this holds; for what takes real time. Throws after half a minute of it. */
  passWhileNot(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
};

/**
 * One time for the api, the broker and the devices of this process. Sockets and Postgres keep the real one. `vi.useRealTimers`
 * ends it, when nothing runs any more that has planned something for a simulated instant.
 */
export function simulateTime(start: number): SimulatedTime {
  const clock = createManualClock(start);
  vi.useFakeTimers({ toFake: ['Date'], now: start });

  async function pass(way: 'advance' | 'skip', ms: number): Promise<void> {
    await clock[way](ms);
    vi.setSystemTime(clock.now());
  }

  /** To the next action, by a second at most while a moment is near, else to the next moment. */
  async function passNext(end: number, busy: readonly number[], actionAt: number): Promise<void> {
    const now = clock.now();
    const moment = busy.find((at) => at + AFTER_MS > now) ?? Infinity;
    const quietUntil = Math.min(moment - BEFORE_MS, actionAt, end);
    if (quietUntil > now) await pass('skip', quietUntil - now);
    else await pass('advance', Math.min(STEP_MS, actionAt - now, end - now));
  }

  return {
    clock,
    async passUntil(end, moments, actions) {
      const waiting = [...actions].sort((a, b) => a.at - b.at);
      const busy = [...moments, ...waiting.map(({ at }) => at)].sort((a, b) => a - b);
      while (clock.now() < end) {
        await passNext(end, busy, waiting[0]?.at ?? Infinity);
        while (waiting[0] && waiting[0].at <= clock.now()) await waiting.shift()?.run();
      }
    },
    async passWhileNot(what, holds) {
      const deadline = performance.now() + 30_000;
      while (!(await holds())) {
        if (performance.now() > deadline) throw new Error(`${what}: not in half a minute`);
        await letPass(REAL_PAUSE_MS);
        await pass('advance', STEP_MS / 5);
      }
    },
  };
}
