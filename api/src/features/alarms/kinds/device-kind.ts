import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type { DeviceStatus } from '@belfry/schemas/domain/device';

export type DeviceFacts = {
  device_id: number;
  owner_id: number;
  company_id: number;
  status: DeviceStatus;
  /** It is offline because nothing was heard of it. */
  silent: boolean;
  last_seen: Date | null;
  /** Why it is offline, as it says. */
  problem: string | null;
  clock_skew_ms: number | null;
  metrics: MetricRecord | null;
  restarts: number;
};

/**
 * What a kind says of a device; null: unknown, so that its condition stays as it is. `since` is when it began where that is known, in milliseconds.
 * Of a kind with a threshold `value` is compared with it, of others `bad` says it, and `detail` why where that is known.
 */
export type Reading = { value: number } | { bad: boolean; since?: number; detail?: string | null } | null;

export type DeviceKind = { read(device: DeviceFacts): Reading };

/** Of a device that is offline only the past is known. */
export const whileOnline =
  (read: (device: DeviceFacts) => Reading): DeviceKind['read'] =>
  (device) =>
    device.status === 'offline' ? null : read(device);

/** A figure of the last metrics; unknown before the first ones, and of a device without the sensor. */
export const ofMetrics = (read: (metrics: MetricRecord) => number | undefined): DeviceKind => ({
  read: whileOnline(({ metrics }) => {
    const value = metrics === null ? undefined : read(metrics);
    return value === undefined ? null : { value };
  }),
});
