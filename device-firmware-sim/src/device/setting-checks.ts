import type { DeviceSettings } from '@belfry/schemas/domain/configuration';

export type Rejected = Partial<Record<keyof DeviceSettings, string>>;

/** Why a setting cannot be used, or null. Settings without an entry are always usable. */
const CHECKS: { [Name in keyof DeviceSettings]?: (value: DeviceSettings[Name]) => string | null } = {
  time_zone: (zone) => (isTimeZone(zone) ? null : `the time zone ${zone} is unknown`),
  current_radio_url: (url) => (url === null || hasProtocol(url, ['http:', 'https:']) ? null : 'not a stream address'),
  ws_url: (url) => (url === null || hasProtocol(url, ['ws:', 'wss:']) ? null : 'not a WebSocket address'),
};

/** The settings that this device cannot use, with the reasons. */
export function rejectedOf(settings: DeviceSettings): Rejected {
  const rejected: Rejected = {};
  const check = <Name extends keyof DeviceSettings>(name: Name): void => {
    const reason = CHECKS[name]?.(settings[name]) ?? null;
    if (reason !== null) rejected[name] = reason;
  };
  for (const name of Object.keys(settings) as (keyof DeviceSettings)[]) check(name);
  return rejected;
}

const hasProtocol = (url: string, protocols: readonly string[]): boolean =>
  URL.canParse(url) && protocols.includes(new URL(url).protocol);

function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
