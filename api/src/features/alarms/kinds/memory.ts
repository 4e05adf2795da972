import { ofMetrics } from './device-kind.ts';

/** How much of the memory is used, in percent. */
export const memory = ofMetrics(({ memory_usage_percent }) => memory_usage_percent);
