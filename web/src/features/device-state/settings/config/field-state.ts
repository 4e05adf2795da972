import type { DeviceConfiguration, DeviceSettings } from '@belfry/schemas/domain/configuration';

/** What has become of a saved setting on the device; see SET-12. */
export type FieldState = { kind: 'applied' } | { kind: 'pending' } | { kind: 'rejected'; reason: string };

/** Null where nobody has saved the setting, or the device has not reported anything about it. */
export function fieldStateOf(
  { version, reported, ...desired }: DeviceConfiguration,
  field: keyof DeviceSettings,
): FieldState | null {
  if (version === 0) return null;
  if (!reported || reported.version < version) return { kind: 'pending' };
  const reason = reported.rejected?.[field];
  if (reason !== undefined) return { kind: 'rejected', reason };
  if (field === 'wifi_pass') return null;
  if (field === 'wifi_login' && reported.wifi_joining === true) return { kind: 'pending' };
  const value = reported[field];
  if (value === undefined) return null;
  return value === desired[field] ? { kind: 'applied' } : { kind: 'pending' };
}
