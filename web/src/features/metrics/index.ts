// Figures of devices over time.
export { MetricsHistory } from './components/metrics-history.tsx';
export { Statistics } from './components/statistics.tsx';
export { SystemMetrics } from './components/system-metrics.tsx';
export { useHistoryTitle } from './use-history-title.ts';
