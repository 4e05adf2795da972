import { repeat, type Clock } from './clock.ts';
import type { Random } from './random.ts';

const TICK_EVERY_MS = 1_000;
const METRICS_JITTER = 0.1;

export type Duties = {
  /** While the device is down it does nothing. */
  pause: () => void;
  resume: () => void;
  stop: () => void;
};

/** What a device does again and again: look after its parts once a second, and measure at its own, uneven pace. */
export function startDuties(deps: {
  clock: Clock;
  random: Random;
  intervalMs: number;
  tick: () => void;
  measure: () => void;
}): Duties {
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
