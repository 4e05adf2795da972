import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { MetricRecord } from '@belfry/schemas/http/metrics';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** One row per device, written in the same statement as the device itself. */
export type DeviceStateTable = {
  device_id: number;
  /** What the device, or its last will, said. */
  reported_status: Generated<DeviceStatus>;
  /** No message for so long that it counts as offline. */
  silent: Generated<boolean>;
  status: GeneratedAlways<DeviceStatus>;
  status_at: Date | null;
  device_version: string | null;
  hostname: string | null;
  ip: string | null;
  last_seen: Date | null;
  /** The device's clock minus ours. */
  clock_skew_ms: number | null;
  /** The last record, in the shape in which HTTP answers it. */
  metrics: ColumnType<MetricRecord | null, string | null, string | null>;
  metrics_measured_at: Date | null;
  metrics_seq: number | null;
  /** Every sequence number up to this one is committed. */
  acked_seq: number | null;
  players: ColumnType<Partial<Record<PlayerChannel, PlayerMessage>>, string | undefined, string>;
};
