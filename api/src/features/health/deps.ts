import type { CoreDeps } from '../../deps.ts';

/** What the health checks use. */
export type HealthDeps = Pick<CoreDeps, 'pool' | 'broker'> & {
  /** Batches of device messages that have waited too long for their commit, by kind. */
  stuckBatches: () => string[];
};
