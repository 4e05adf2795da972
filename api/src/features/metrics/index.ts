export { createMetricsIngest } from './metrics.ingest.ts';
export { metricsRoutes } from './metrics.routes.ts';
export { startPartitionKeeper } from './partitions.ts';
