import { METRICS_LIST_LIMIT } from '@belfry/schemas/domain/limits';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import { isNewer, recordOf } from '../device-state/device-state-api.ts';

/** Prepends a message to the records of a device, newest first; repeated and older ones are ignored. */
export function logMetrics(records: MetricRecord[], message: MetricsMessage, receivedAt: number): void {
  const newest = records[0];
  if (newest && !isNewer(message, newest)) return;
  records.unshift(recordOf(message, receivedAt));
  records.length = Math.min(records.length, METRICS_LIST_LIMIT);
}
