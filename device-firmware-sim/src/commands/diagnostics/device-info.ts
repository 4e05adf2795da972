import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import { LATEST_VERSION } from '../../fleet/device-profiles.ts';
import type { DeviceContext } from '../../device/device-context.ts';

const SIMULATED = { latest_version: LATEST_VERSION, os: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.6.51+rpt-rpi-v8' };

/** The hardware and software of a device. */
export function deviceInfo({
  profile,
  flash,
  host,
  sensors,
  configuration,
}: DeviceContext): CommandResult<'system_info'> {
  const { hostname, ip, mac, model } = profile;
  return {
    hostname,
    ip,
    mac,
    model,
    device_version: flash.memory.device_version,
    ...(host ? { os: host.identity.os, kernel: host.identity.kernel } : SIMULATED),
    uptime_seconds: sensors.uptimeSeconds(),
    wifi_login: configuration.settings().wifi_login,
  };
}
