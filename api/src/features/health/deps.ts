import type { CoreDeps } from '../../deps.ts';

/** The dependencies of the health checks. */
export type HealthDeps = Pick<CoreDeps, 'pool' | 'broker'> & {
  /** The names of the batchers that have been waiting for a commit too long. */
  stuckBatches: () => string[];
};
