import {
  DEFAULT_COMPANY_LANGUAGE,
  DEFAULT_COMPANY_OFFSET_MINUTES,
  DEFAULT_COMPANY_VOICE,
} from '@belfry/schemas/domain/companies';
import { VOLUME_MAX } from '@belfry/schemas/domain/limits';
import { formatUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { QuietHours } from '@belfry/schemas/http/places/effective-settings';

/** The settings of a place; a node that does not set one has that of the nearest node above it that does; see TREE-56. */
export type PlaceSettings = {
  /** An IANA name, or an offset as `+03:00`. */
  time_zone: string;
  language: string;
  voice: string;
  volume_max: number;
  quiet_hours: QuietHours[];
};

/** Where no node up to the main company sets them, and for devices without a node. */
export const DEFAULT_SETTINGS: PlaceSettings = {
  time_zone: formatUtcOffset(DEFAULT_COMPANY_OFFSET_MINUTES),
  language: DEFAULT_COMPANY_LANGUAGE,
  voice: DEFAULT_COMPANY_VOICE,
  volume_max: VOLUME_MAX,
  quiet_hours: [],
};
export type StoredSettings = { [Name in keyof PlaceSettings]: PlaceSettings[Name] | null };

export const withDefaults = (stored: StoredSettings): PlaceSettings => ({
  time_zone: stored.time_zone ?? DEFAULT_SETTINGS.time_zone,
  language: stored.language ?? DEFAULT_SETTINGS.language,
  voice: stored.voice ?? DEFAULT_SETTINGS.voice,
  volume_max: stored.volume_max ?? DEFAULT_SETTINGS.volume_max,
  quiet_hours: stored.quiet_hours ?? DEFAULT_SETTINGS.quiet_hours,
});
