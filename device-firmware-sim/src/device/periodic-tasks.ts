import { repeat, type Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';

const TICK_EVERY_MS = 1_000;
const METRICS_JITTER = 0.1;

export type PeriodicTasks = {
  /** Stops all tasks until `resume`, while the device is down. */
  pause: () => void;
  resume: () => void;
  stop: () => void;
};

/** Calls `tick` once a second, and `measure` at its interval with jitter. */
export function startPeriodicTasks(deps: {
  clock: Clock;
  random: Random;
  intervalMs: number;
  tick: () => void;
  measure: () => void;
}): PeriodicTasks {
  const { clock, random, intervalMs, tick, measure } = deps;
  let running = true;
  const jittered = (): number => intervalMs * random.between(1 - METRICS_JITTER, 1 + METRICS_JITTER);
  const whileRunning = (task: () => void) => (): void => {
    if (running) task();
  };
  const stopTicking = repeat(clock, () => TICK_EVERY_MS, whileRunning(tick));
  const stopMeasuring = repeat(clock, jittered, whileRunning(measure));
  return {
    pause() {
      running = false;
    },
    resume() {
      running = true;
    },
    stop() {
      running = false;
      stopTicking();
      stopMeasuring();
    },
  };
}
