import { isoTime } from '../clock.ts';
import { deviceInfo } from './device-info.ts';
import type { Handler } from './handler.ts';

/** A file for the people who look after the device; the WiFi password is not in it. */
export const exportInfo: Handler<'export_info'> = async (work) => {
  await work.take(0.8);
  const exported_at = isoTime(work.clock.now());
  const { wifi_pass: _secret, ...settings } = work.configuration.settings();
  const content = JSON.stringify(
    { serial: work.member.serial, exported_at, device: deviceInfo(work), settings },
    null,
    2,
  );
  return { filename: `${work.member.hostname}-${exported_at.slice(0, 10)}.json`, content };
};
