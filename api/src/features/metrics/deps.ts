import type { CoreDeps } from '../../deps.ts';

/** What reading metrics uses. */
export type MetricsDeps = Pick<CoreDeps, 'pool' | 'long'>;
