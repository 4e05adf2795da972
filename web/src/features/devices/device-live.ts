import type { Device } from '@belfry/schemas/http/devices';
import { uptimeHuman, type MetricRecord } from '@belfry/schemas/http/metrics';
import type { MetricsMessage, PlayerMessage, StatusMessage } from '@belfry/schemas/mqtt/messages';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { activityOf } from '@belfry/schemas/domain/device';

/** How a message came: by the browser's clock in milliseconds; a retained one tells nothing about being seen now. */
export type Receipt = { receivedAt: number; retained: boolean };

/**
 * Status and its derived mode. An offline status is mostly a last will, written when the device connected, so its
 * `at` decides nothing; MQTT keeps the order per device.
 */
export function applyStatus(device: Device, message: StatusMessage, receipt: Receipt): void {
  device.status = message.status;
  device.mode = activityOf(message.status);
  device.device_version = message.device_version;
  device.hostname = message.hostname;
  device.ip = message.ip;
  if (message.status !== 'offline') touch(device, receipt);
}

/** The newest record only: what a device sends again from its journal proves that it lives, but is no present figure. */
export function applyMetrics(device: Device, message: MetricsMessage, receipt: Receipt): void {
  touch(device, receipt);
  const last = device.metrics;
  if (last && !isNewer(message, last)) return;
  device.metrics = recordOf(message, receipt);
}

/** One player; what is older than what is shown is dropped. */
export function applyPlayer(device: Device, channel: PlayerChannel, message: PlayerMessage, receipt: Receipt): void {
  touch(device, receipt);
  const last = device.players[channel];
  if (last && Date.parse(message.at) < Date.parse(last.at)) return;
  device.players[channel] = message;
}

/** A message in the shape of a stored record, until the server's own record replaces it. */
export function recordOf(message: MetricsMessage, receipt: Receipt): MetricRecord {
  const receivedAt = new Date(receipt.receivedAt).toISOString();
  const { seq, ...figures } = message;
  return {
    ...figures,
    uptime_human: uptimeHuman(message.uptime_seconds),
    received_at: receivedAt,
    measured_at: receivedAt,
    seq: seq ?? null,
  };
}

/** By the device's own count where both have one, since its clock may jump; otherwise by that clock. */
export function isNewer(message: MetricsMessage, last: Pick<MetricRecord, 'seq' | 'collected_at'>): boolean {
  if (message.seq !== undefined && last.seq !== null) return message.seq > last.seq;
  return Date.parse(message.collected_at) > Date.parse(last.collected_at);
}

function touch(device: Device, { retained, receivedAt }: Receipt): void {
  if (!retained) device.last_seen = new Date(receivedAt).toISOString();
}
