import type { CommandResult } from '@belfry/schemas/mqtt/commands';
import type { CommandedDevice, CommandHandler } from '../device/types.ts';
import { LATEST_VERSION } from '../fleet/device-profiles.ts';
import { isoTime } from '../hardware/clock.ts';
import { currentLoad } from '../hardware/sensors.ts';

const SIMULATED = { latest_version: LATEST_VERSION, os: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.6.51+rpt-rpi-v8' };

/** The hardware and software of a device. */
function deviceInfo({ profile, flash, host, sensors, configuration }: CommandedDevice): CommandResult<'system_info'> {
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

export const systemInfo: CommandHandler<'system_info'> = async (context) => {
  await context.wait(0.1);
  return deviceInfo(context);
};

/** Also publishes the configuration and the player states again. */
export const refreshInfo: CommandHandler<'refresh_info'> = async (context) => {
  await context.wait(0.6);
  context.configuration.report();
  context.players.reportAll();
  return deviceInfo(context);
};

/** A file for administrators, without the WiFi password. */
export const exportInfo: CommandHandler<'export_info'> = async (context) => {
  await context.wait(0.8);
  const exported_at = isoTime(context.clock.now());
  const { wifi_pass: _secret, ...settings } = context.configuration.settings();
  const content = JSON.stringify(
    { serial: context.profile.serial, exported_at, device: deviceInfo(context), settings },
    null,
    2,
  );
  return { filename: `${context.profile.hostname}-${exported_at.slice(0, 10)}.json`, content };
};

const CORES = 4;

/** The current readings. */
export const systemStatus: CommandHandler<'system_status'> = async (context) => {
  await context.wait(0.1);
  const { collected_at: _now, ...readings } = context.sensors.read(currentLoad(context));
  if (context.host) return { ...readings, load_average: context.host.loadAverage() };
  const load = (readings.cpu_usage_percent / 100) * CORES;
  return { ...readings, load_average: [load, load * 0.9, load * 0.8].map((value) => Math.round(value * 100) / 100) };
};
