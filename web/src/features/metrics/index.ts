export { Statistics } from './components/statistics.tsx';
export { SystemMetrics } from './components/system-metrics.tsx';
