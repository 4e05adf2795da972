import { uptimeHuman, type MetricRecord } from '@belfry/schemas/http/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';

/** A message in the shape of a stored record, until the server's own replaces it. `receivedAt` in ms, by the browser. */
export function recordOf(message: MetricsMessage, receivedAt: number): MetricRecord {
  const received_at = new Date(receivedAt).toISOString();
  const { seq, ...figures } = message;
  return {
    ...figures,
    uptime_human: uptimeHuman(message.uptime_seconds),
    received_at,
    measured_at: received_at,
    seq: seq ?? null,
  };
}

/** By the device's own count where both have one, since its clock may jump; otherwise by that clock. */
export function isNewer(message: MetricsMessage, last: Pick<MetricRecord, 'seq' | 'collected_at'>): boolean {
  if (message.seq !== undefined && last.seq !== null) return message.seq > last.seq;
  return Date.parse(message.collected_at) > Date.parse(last.collected_at);
}
