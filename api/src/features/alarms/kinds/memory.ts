import { ofMetrics } from './device-kind.ts';

export const memory = ofMetrics(({ memory_usage_percent }) => memory_usage_percent);
