import type { DeviceSettings, ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type DeviceConfigsTable = {
  device_id: number;
  version: Generated<number>;
  desired: ColumnType<DeviceSettings, string, string>;
  reported: ColumnType<ReportedConfig | null, string | null, string | null>;
  reported_version: number | null;
  reported_at: Date | null;
  /** Who has saved the present version; null for nobody, or an account that was deleted. */
  saved_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};
export type DeviceConfigRow = Selectable<DeviceConfigsTable>;
