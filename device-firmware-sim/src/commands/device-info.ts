import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { LATEST_VERSION } from '../device/versions.ts';
import type { DeviceContext } from '../device/device-context.ts';

/** The hardware and software of a device. */
export function deviceInfo({ profile, flash, sensors, configuration }: DeviceContext): CommandResult<'system_info'> {
  const { hostname, ip, mac, model } = profile;
  return {
    hostname,
    ip,
    mac,
    model,
    device_version: flash.memory.device_version,
    latest_version: LATEST_VERSION,
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: '6.6.51+rpt-rpi-v8',
    uptime_seconds: sensors.uptimeSeconds(),
    wifi_login: configuration.settings().wifi_login,
  };
}
