// Figures of devices over time.
export { createMetricsIngest } from './ingest/metrics.ingest.ts';
export { metricsRoutes } from './metrics.routes.ts';
export { startPartitionKeeper } from './partitions.ts';
export { METRICS_ROLLUPS, rollUp, scheduleRollups } from './rollups.service.ts';
