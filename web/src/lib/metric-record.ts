import { uptimeHuman, type MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';

/** Converts a message to a record, which a refetch replaces by the stored one. `receivedAt` in ms, of the browser's clock. */
export function recordOf(message: MetricsMessage, receivedAt: number): MetricRecord {
  const received_at = new Date(receivedAt).toISOString();
  const { seq, ...metrics } = message;
  return {
    ...metrics,
    uptime_human: uptimeHuman(message.uptime_seconds),
    received_at,
    measured_at: received_at,
    seq: seq ?? null,
  };
}

/** Compares sequence numbers where both have one, because the device's clock may jump; otherwise the times. */
export function isNewer(message: MetricsMessage, last: Pick<MetricRecord, 'seq' | 'collected_at'>): boolean {
  if (message.seq !== undefined && last.seq !== null) return message.seq > last.seq;
  return Date.parse(message.collected_at) > Date.parse(last.collected_at);
}
