import { activityOf } from '@belfry/schemas/domain/device';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices';
import type { MetricsMessage, PlayerMessage, StatusMessage } from '@belfry/schemas/mqtt/messages';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { isNewer, recordOf } from '../lib/metric-record.ts';
import type { LiveMessage, Receipt } from '../mqtt/message.ts';

/**
 * Status and its derived mode. An offline status is mostly a last will, written when the device connected, so its
 * `at` decides nothing; MQTT keeps the order per device.
 */
export function applyStatus(device: Device, message: StatusMessage, receipt: Receipt): void {
  device.status = message.status;
  device.mode = activityOf(message.status);
  device.device_version = message.device_version;
  device.hostname = message.hostname;
  device.name = device.company_name ?? message.hostname;
  device.ip = message.ip;
  if (message.status !== 'offline') touch(device, receipt);
}

/** The newest record only: what a device sends again from its journal proves that it lives, but is no present figure. */
export function applyMetrics(device: Device, message: MetricsMessage, receipt: Receipt): void {
  touch(device, receipt);
  if (device.metrics && !isNewer(message, device.metrics)) return;
  device.metrics = recordOf(message, receipt.receivedAt);
}

/** One player; what is older than what is shown is dropped. */
export function applyPlayer(device: Device, channel: PlayerChannel, message: PlayerMessage, receipt: Receipt): void {
  touch(device, receipt);
  const last = device.players[channel];
  if (last && Date.parse(message.at) < Date.parse(last.at)) return;
  device.players[channel] = message;
}

/** A retained message tells nothing about being seen now. */
function touch(device: Device, { retained, receivedAt }: Receipt): void {
  if (!retained) device.last_seen = new Date(receivedAt).toISOString();
}

/** The topics of a device card. */
export const liveFilters = ({ serial }: Device): string[] => [
  topics.status(serial),
  topics.metrics(serial),
  filters.playersOfDevice(serial),
];

/** Applies a message of these topics. */
export function applyToDevice(device: Device | undefined, message: LiveMessage): void {
  if (!device) return;
  if (message.kind === 'status') applyStatus(device, message.payload, message);
  if (message.kind === 'metrics') applyMetrics(device, message.payload, message);
  if (message.kind === 'player') applyPlayer(device, message.channel, message.payload, message);
}
