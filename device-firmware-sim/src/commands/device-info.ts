import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import type { DeviceParts } from '../parts.ts';

/** What a device is, and what it runs. */
export function deviceInfo({ member, flash, sensors, configuration }: DeviceParts): CommandResult<'system_info'> {
  const { hostname, ip, mac, model } = member;
  return {
    hostname,
    ip,
    mac,
    model,
    device_version: flash.memory.device_version,
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: '6.6.51+rpt-rpi-v8',
    uptime_seconds: sensors.uptimeSeconds(),
    wifi_login: configuration.settings().wifi_login,
  };
}
