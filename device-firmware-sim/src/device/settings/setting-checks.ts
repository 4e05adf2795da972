import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import { isNetworkAddress } from '@belfry/schemas/domain/network-address';

export type Rejected = Partial<Record<keyof DeviceSettings, string>>;

/** Why a setting cannot be used, or null. Settings without an entry are always usable. */
const CHECKS: Partial<Record<keyof DeviceSettings, (settings: DeviceSettings) => string | null>> = {
  time_zone: ({ time_zone }) => (isTimeZone(time_zone) ? null : `the time zone ${time_zone} is unknown`),
  current_radio_url: ({ current_radio_url: url }) =>
    url === null || isNetworkAddress(url, 'stream') ? null : 'not a stream address',
  ws_url: ({ ws_url: url }) => (url === null || isNetworkAddress(url, 'socket') ? null : 'not a WebSocket address'),
};

/** The settings that this device cannot use, with the reasons. */
export const rejectedOf = (settings: DeviceSettings): Rejected =>
  Object.fromEntries(
    Object.entries(CHECKS).flatMap(([name, check]) => {
      const reason = check(settings);
      return reason === null ? [] : [[name, reason]];
    }),
  );

function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
