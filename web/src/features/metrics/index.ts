// Figures of devices over time.
export { MetricsHistory, Statistics, SystemMetrics } from './device-metrics.tsx';
export { useHistoryTitle } from './history-range.ts';
