import { DEFAULT_DEVICE_SETTINGS, type DeviceConfiguration } from '@belfry/schemas/domain/configuration';

const AT = '2026-11-01T00:00:00.000Z';

export function aConfiguration(override: Partial<DeviceConfiguration> = {}): DeviceConfiguration {
  const { wifi_pass: _secret, ...settings } = DEFAULT_DEVICE_SETTINGS;
  return {
    serial: '1234-5678-9012-3456',
    version: 0,
    ...settings,
    wifi_pass_set: false,
    device_version: '1.4.2',
    date_udate_version: null,
    created_at: AT,
    updated_at: AT,
    reported: null,
    in_sync: true,
    ...override,
  };
}
