import { lagSeconds, linkUp, uncommitted as uncommittedGauge } from './figures.ts';

const LOOK_EVERY_MS = 1_000;
/** What waits longer for its commit than this means that the database is behind the devices. */
const MOST_LAG_MS = 5_000;

type Look = {
  up: boolean;
  /** Reading is held back: what devices say stays with the broker. */
  paused: boolean;
  lagMs: number;
  uncommitted: number;
};

/** Watches whether what devices say gets through, without which their silence says nothing about them. */
export function createHearing(look: () => Look) {
  let since: number | null = null;

  function watch(): void {
    const { up, paused, lagMs, uncommitted } = look();
    const reading = up && !paused;
    linkUp.set(reading ? 1 : 0);
    lagSeconds.set(lagMs / 1_000);
    uncommittedGauge.set(uncommitted);
    if (!reading || lagMs > MOST_LAG_MS) since = null;
    else since ??= Date.now();
  }

  const timer = setInterval(watch, LOOK_EVERY_MS);
  return {
    /** Since when everything has got through without a break; null: it does not. */
    since: (): number | null => since,
    stop(): void {
      clearInterval(timer);
      linkUp.set(0);
    },
  };
}
