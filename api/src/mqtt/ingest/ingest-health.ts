import { lagSeconds, linkUp, uncommitted as uncommittedGauge } from '../metrics.ts';

const CHECK_INTERVAL_MS = 1_000;
/** When a message has been waiting for its commit longer than this, the database is behind the devices. */
const MAX_LAG_MS = 5_000;

type IngestState = {
  up: boolean;
  /** Reading is paused: messages stay in the broker's queue. */
  paused: boolean;
  lagMs: number;
  uncommitted: number;
};

/**
 * Records since when every message of the devices has been received and committed without delay. Only then does a
 * missing message mean that a device is silent.
 */
export function createIngestHealth(readState: () => IngestState) {
  let healthySince: number | null = null;

  function check(): void {
    const { up, paused, lagMs, uncommitted } = readState();
    const reading = up && !paused;
    linkUp.set(reading ? 1 : 0);
    lagSeconds.set(lagMs / 1_000);
    uncommittedGauge.set(uncommitted);
    if (!reading || lagMs > MAX_LAG_MS) healthySince = null;
    else healthySince ??= Date.now();
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return {
    /** The start of the current healthy period in milliseconds since 1970; null while the ingest is not healthy. */
    healthySince: (): number | null => healthySince,
    /** Begins a new period: messages of more devices are received from now on. */
    restart(): void {
      healthySince = null;
    },
    stop(): void {
      clearInterval(timer);
      linkUp.set(0);
    },
  };
}
