import type { Serial } from '@belfry/schemas/domain/serial';
import type { DeviceInfo, Device } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom, reading } from '../../lib/api/call.ts';
import { readableDeviceInfoSchema } from '../../lib/api/readable-devices.ts';
import { type DeviceStatus, activityOf, deviceNameOf } from '@belfry/schemas/domain/device';
import { topics, filters } from '@belfry/schemas/mqtt/topics';
import { skipToken } from '@reduxjs/toolkit/query';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { MetricsMessage, OutputMessage, PlayerMessage, StatusMessage } from '@belfry/schemas/mqtt/messages';
import type { LiveMessage, Receipt } from '../../lib/mqtt/message.ts';
import { uptimeHuman, type MetricRecord } from '@belfry/schemas/http/metrics/metrics';

/** Null until the device's status, retained or new, has been received. */
type LiveStatus = { status: DeviceStatus | null };

export const deviceInfoApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDevice: build.query<DeviceInfo, Serial>({
      ...reading(
        callFrom(devicesHttp.info, (device: Serial) => ({ device })),
        readableDeviceInfoSchema,
      ),
      providesTags: (_device, _error, serial) => ['Live', { type: 'Device', id: serial }],
      ...liveEndpoint<DeviceInfo, Serial>({
        filtersOf: (device) => [...liveFilters(device), topics.outputs(device.serial)],
        apply: applyToDevice,
      }),
    }),
    /** The status of a device that is shown; it comes from MQTT only, nothing is fetched. */
    getLiveStatus: build.query<LiveStatus, Serial>({
      queryFn: () => ({ data: { status: null } }),
      ...liveEndpoint<LiveStatus, Serial>({
        filtersOf: (_status, serial) => [topics.status(serial)],
        apply: (entry, message) => {
          if (message.kind === 'status') entry.status = message.payload.status;
        },
      }),
    }),
  }),
});

export const { useGetDeviceQuery } = deviceInfoApi;
const { useGetLiveStatusQuery } = deviceInfoApi;

/** The last status that a device has published; until then `known`, with which the page was loaded. */
export function useLiveStatus(serial: Serial | null, initial: DeviceStatus | null): DeviceStatus | null {
  const { data } = useGetLiveStatusQuery(serial ?? skipToken);
  return data?.status ?? initial;
}

/**
 * Applies a status and the activity derived from it. An offline status is usually a last will, which was set at the connection, so its
 * `at` is not compared; MQTT keeps the order per device.
 */
export function applyStatus(device: Device, message: StatusMessage, receipt: Receipt): void {
  device.status = message.status;
  device.mode = activityOf(message.status);
  device.device_version = message.device_version;
  device.hostname = message.hostname;
  device.name = deviceNameOf(device);
  device.ip = message.ip;
  device.connection = message.connection ?? null;
  if (message.status !== 'offline') touch(device, receipt);
}

/** Applies the newest record only. A record of the journal updates last seen, but is not current. */
export function applyMetrics(device: Device, message: MetricsMessage, receipt: Receipt): void {
  touch(device, receipt);
  if (device.metrics && !isNewer(message, device.metrics)) return;
  device.metrics = recordOf(message, receipt.receivedAt);
  device.clock_offset_ms = message.clock_offset_ms ?? null;
  device.clock_synchronised = message.clock_synchronised ?? null;
}

/** Applies the state of one player unless it is older than the shown one. */
export function applyPlayer(device: Device, channel: PlayerChannel, message: PlayerMessage, receipt: Receipt): void {
  touch(device, receipt);
  const last = device.players[channel];
  if (last && Date.parse(message.at) < Date.parse(last.at)) return;
  device.players[channel] = message;
}

/** Applies what an output is unless it is older than what is shown. */
function applyOutput(device: Device, { output, ...report }: OutputMessage, receipt: Receipt): void {
  touch(device, receipt);
  const last = device.outputs[output];
  if (last && Date.parse(report.at) < Date.parse(last.at)) return;
  device.outputs[output] = { ...report, received_at: new Date(receipt.receivedAt).toISOString() };
}

/** A retained message may be old and does not update last seen. */
function touch(device: Device, { retained, receivedAt }: Receipt): void {
  if (!retained) device.last_seen = new Date(receivedAt).toISOString();
}

export function liveFilters({ serial }: Device): string[] {
  return [topics.status(serial), topics.metrics(serial), filters.playersOfDevice(serial)];
}

export function applyToDevice(device: Device | undefined, message: LiveMessage): void {
  if (!device) return;
  if (message.kind === 'status') applyStatus(device, message.payload, message);
  if (message.kind === 'metrics') applyMetrics(device, message.payload, message);
  if (message.kind === 'outputs') applyOutput(device, message.payload, message);
  if (message.kind === 'player') applyPlayer(device, message.channel, message.payload, message);
}

/** Converts a message to a record, which a refetch replaces by the stored one. `receivedAt` in ms, of the browser's clock. */
export function recordOf(message: MetricsMessage, receivedAt: number): MetricRecord {
  const received_at = new Date(receivedAt).toISOString();
  const { seq, clock_offset_ms: _offset, clock_synchronised: _synchronised, ...metrics } = message;
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
