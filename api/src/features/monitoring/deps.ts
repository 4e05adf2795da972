import type { CoreDeps } from '../../deps.ts';

/** The dependencies of the gauges about the whole installation. */
export type MonitoringDeps = Pick<CoreDeps, 'db' | 'config'>;
