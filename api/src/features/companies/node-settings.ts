import type { AddCompanyBody } from '@belfry/schemas/http/companies/changes';
import { offsetOfZone, parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { NewCompany } from './companies.repository.ts';

type SettingFields = Pick<
  AddCompanyBody,
  'time_zone' | 'time_zone_utc' | 'default_language' | 'default_voice' | 'volume_max' | 'quiet_hours'
>;
type StoredSettings = Partial<
  Pick<NewCompany, 'time_zone' | 'time_zone_utc' | 'default_language' | 'default_voice' | 'volume_max' | 'quiet_hours'>
>;

/** The settings of a new node: what the body leaves out is inherited. */
export const storedSettings = (body: SettingFields): StoredSettings => ({
  default_language: body.default_language ?? null,
  default_voice: body.default_voice ?? null,
  volume_max: body.volume_max ?? null,
  ...changedSettings(body),
});

/**
 * The columns of a change of time zone and quiet hours. A node has a zone or an offset, never both, so that the last one
 * that was set counts; a zone goes before an offset in the same body.
 */
export function changedSettings({ time_zone, time_zone_utc, quiet_hours }: SettingFields): StoredSettings {
  const changes: StoredSettings = {};
  if (quiet_hours !== undefined) changes.quiet_hours = quiet_hours && JSON.stringify(quiet_hours);
  if (time_zone != null) return { ...changes, time_zone, time_zone_utc: null };
  if (time_zone_utc !== undefined) return { ...changes, time_zone: null, time_zone_utc };
  if (time_zone === null) return { ...changes, time_zone: null, time_zone_utc: null };
  return changes;
}

/** Minutes east of UTC, now. */
export const offsetOf = (timeZone: string): number => parseUtcOffset(timeZone) ?? offsetOfZone(timeZone, new Date());
