import type { DeviceSettings, ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type DeviceConfigsTable = {
  device_id: number;
  version: Generated<number>;
  desired: ColumnType<DeviceSettings, string, string>;
  reported: ColumnType<ReportedConfig | null, string | null, string | null>;
  reported_version: number | null;
  reported_at: Date | null;
  /** The user who has saved the present version; null for none, or one whose account was deleted. */
  saved_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};
export type DeviceConfigRow = Selectable<DeviceConfigsTable>;
