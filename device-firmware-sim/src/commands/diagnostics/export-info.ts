import { isoTime } from '../../hardware/clock.ts';
import { deviceInfo } from './device-info.ts';
import type { CommandHandler } from '../command-handler.ts';

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
