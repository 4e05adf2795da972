import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { MetricRecord } from '@belfry/schemas/http/devices/metrics';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** One row per device, inserted in the transaction that inserts the device. */
export type DeviceStateTable = {
  device_id: number;
  /** The status in the last message of the device, or in its last will. */
  reported_status: Generated<DeviceStatus>;
  /** No message has arrived for PRESENCE_TIMEOUT_MS, so the device is treated as offline; see MQTT-5. */
  silent: Generated<boolean>;
  status: GeneratedAlways<DeviceStatus>;
  status_at: Date | null;
  device_version: string | null;
  hostname: string | null;
  ip: string | null;
  last_seen: Date | null;
  /** The clock of the device minus that of the server. */
  clock_skew_ms: number | null;
  /** Records that were measured since then have the time of the device's clock, uncorrected. */
  clock_right_since: Generated<Date>;
  /** The last record, in the shape of the HTTP response. */
  metrics: ColumnType<MetricRecord | null, string | null, string | null>;
  metrics_measured_at: Date | null;
  metrics_seq: number | null;
  /** Every sequence number up to this one is committed. */
  acked_seq: number | null;
  players: ColumnType<Partial<Record<PlayerChannel, PlayerMessage>>, string | undefined, string>;
};
