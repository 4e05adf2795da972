import type { CoreDeps } from '../../deps.ts';

/** The dependencies of reading metrics. */
export type MetricsDeps = Pick<CoreDeps, 'db' | 'long' | 'config'>;
