import type { DesiredConfig, DeviceSettings, ReportedConfig } from '@belfry/schemas/domain/configuration';
import { isNetworkAddress } from '@belfry/schemas/domain/network-address';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { Flash, Memory } from '../hardware/flash.ts';
import type { WifiEnvironment } from '../hardware/wifi.ts';
import type { Connection } from './connection.ts';

type Network = Pick<DeviceSettings, 'wifi_login' | 'wifi_pass'>;

export type Configuration = ReturnType<typeof createConfiguration>;

/**
 * The configuration of a device: stores the settings in flash and reports every change.
 * @param refused the settings that this device does not apply, with the reasons
 */
export function createConfiguration(
  flash: Flash,
  report: (config: ReportedConfig) => void,
  refused: (settings: DeviceSettings) => Rejected = () => ({}),
) {
  const { memory } = flash;
  let isJoining = false;

  const reportNow = (): void => report(reportedOf(memory, isJoining));

  function replace(settings: DeviceSettings): DeviceSettings {
    const before = memory.settings;
    memory.settings = settings;
    flash.changed();
    reportNow();
    return before;
  }

  return {
    settings: (): DeviceSettings => memory.settings,
    /**
     * Applies and reports a newer desired configuration, except the settings that are rejected. Returns the previous
     * settings, or null if it is not newer.
     */
    accept({ version, ...desired }: DesiredConfig): DeviceSettings | null {
      if (version <= memory.config_version) return null;
      const before = memory.settings;
      const rejected = { ...rejectedOf(desired), ...refusedAgain(memory, desired), ...refused(desired) };
      memory.config_version = version;
      memory.rejected = rejected;
      const next = { ...desired, ...settingsNamedIn(rejected, before) };
      // A network and its password belong together: neither is changed where the network is rejected.
      if ('wifi_login' in rejected) Object.assign(next, networkOf(before));
      isJoining ||= !isSameNetwork(next, before);
      return replace(next);
    },
    isJoining: (): boolean => isJoining,
    /** The broker was reached through the new network. The next report says so. */
    joined(): void {
      isJoining = false;
    },
    fallBack(previous: Network, reason: string): void {
      isJoining = false;
      memory.refused_network = { ...networkOf(memory.settings), reason };
      memory.rejected = { ...memory.rejected, wifi_login: reason };
      replace({ ...memory.settings, ...previous });
    },
    /** Applies and reports a local change, as a command makes. Returns the previous settings. */
    change: (patch: Partial<DeviceSettings>): DeviceSettings => replace({ ...memory.settings, ...patch }),
    installed(version: string, at: string): void {
      memory.device_version = version;
      memory.date_udate_version = at;
      flash.changed();
      reportNow();
    },
    report: reportNow,
  };
}

const networkOf = ({ wifi_login, wifi_pass }: Network): Network => ({ wifi_login, wifi_pass });

export const isSameNetwork = (one: Network, other: Network): boolean =>
  one.wifi_login === other.wifi_login && one.wifi_pass === other.wifi_pass;

/** Why the desired network is not joined again. A network that differs ends the memory of the refused one. */
function refusedAgain(memory: Memory, desired: DeviceSettings): Rejected {
  const { refused_network: refused } = memory;
  if (!refused) return {};
  if (isSameNetwork(refused, desired)) return { wifi_login: refused.reason };
  memory.refused_network = null;
  return {};
}

function reportedOf(memory: Memory, isJoining: boolean): ReportedConfig {
  const { wifi_pass: _secret, ...open } = memory.settings;
  return {
    version: memory.config_version,
    ...open,
    device_version: memory.device_version,
    date_udate_version: memory.date_udate_version,
    rejected: memory.rejected,
    wifi_joining: isJoining,
  };
}

const settingsNamedIn = (rejected: Rejected, settings: DeviceSettings): Partial<DeviceSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in rejected));

export type Rejected = Partial<Record<keyof DeviceSettings, string>>;

/** Why a setting cannot be used, or null. Settings without an entry are always usable. */
const CHECKS: Partial<Record<keyof DeviceSettings, (settings: DeviceSettings) => string | null>> = {
  time_zone: ({ time_zone }) => (isTimeZone(time_zone) ? null : `the time zone ${time_zone} is unknown`),
  current_radio_url: ({ current_radio_url: url }) =>
    url === null || isNetworkAddress(url, 'stream') ? null : 'not a stream address',
  ws_url: ({ ws_url: url }) => (url === null || isNetworkAddress(url, 'socket') ? null : 'not a WebSocket address'),
};

const rejectedOf = (settings: DeviceSettings): Rejected =>
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

/** The delay between reporting the WiFi network that it joins, and losing the connection because of the change. */
const WIFI_CHANGE_DELAY_MS = 500;
/** A new network that does not lead to the broker within this time is left for the previous one; see CONF-11. */
export const WIFI_FALLBACK_MS = 60_000;

type NetworkChangeDeps = {
  clock: Clock;
  /** The factor by which the device is faster than real ones. */
  speed: number;
  wifi: WifiEnvironment;
  configuration: Configuration;
  connection: Pick<Connection, 'drop' | 'destroy' | 'open' | 'reconnectNow'>;
};

export function createNetworkChange({ clock, speed, wifi, configuration, connection }: NetworkChangeDeps) {
  let cancelFallback: Cancel | null = null;
  let reachable: Network | null = null;

  function fallBack(previous: Network): void {
    cancelFallback = null;
    reachable = null;
    const seconds = WIFI_FALLBACK_MS / 1_000;
    const { wifi_login } = configuration.settings();
    configuration.fallBack(previous, `${wifi_login} did not lead to the server within ${seconds} s`);
    connection.open();
    connection.reconnectNow();
  }

  return {
    join({ wifi_login, wifi_pass }: Network): void {
      const previous = (reachable ??= { wifi_login, wifi_pass });
      clock.after(WIFI_CHANGE_DELAY_MS, () => {
        const next = configuration.settings();
        cancelFallback?.();
        cancelFallback = clock.after(WIFI_FALLBACK_MS / speed, () => fallBack(previous));
        if (wifi.leadsToBroker(next.wifi_login, next.wifi_pass)) connection.drop();
        else connection.destroy();
      });
    },
    connected(): void {
      if (!cancelFallback) return;
      cancelFallback();
      cancelFallback = null;
      reachable = null;
      configuration.joined();
    },
  };
}
