import type { WifiNetwork } from '@belfry/schemas/mqtt/command-parts';
import type { Random } from './random.ts';

const OTHER_NETWORKS = [
  'Cafe Guest',
  'FRITZ!Box 7590',
  'TP-LINK_4F2A',
  'Office-5G',
  'Station Free WiFi',
  'Library',
  'HomeNet',
  'Print-Direct',
  'Warehouse',
  'Bakery Upstairs',
  'Tram Depot',
  'MobileHotspot',
] as const;
const CHANNELS = [1, 6, 11, 36, 40, 44, 48, 100] as const;
const SITE_NETWORK = 'Belfry-Site';

export type WifiEnvironment = {
  /** The visible networks, strongest first, including the network in use. */
  scan: (currentSsid: string | null) => WifiNetwork[];
  /** Whether this network and password lead to the broker. Networks that are not visible may be hidden ones. */
  leadsToBroker: (ssid: string | null, password: string | null) => boolean;
};

/** The shortest password that WPA allows. */
const PASSWORD_MIN = 8;

export function createWifiEnvironment(random: Random): WifiEnvironment {
  const names = [...OTHER_NETWORKS].sort(() => random.next() - 0.5).slice(0, random.integer(3, 9));
  const others: WifiNetwork[] = names.map((ssid) => ({
    ssid,
    signal: random.integer(12, 78),
    security: random.pick(['WPA2', 'WPA2', 'WPA2', 'WPA3', 'Open']),
    channel: random.pick(CHANNELS),
  }));
  const own: Omit<WifiNetwork, 'ssid'> = {
    signal: random.integer(55, 94),
    security: 'WPA2',
    channel: random.pick(CHANNELS),
  };
  return {
    leadsToBroker(ssid, password) {
      if (ssid === null || ssid === SITE_NETWORK) return true;
      if (others.some((network) => network.ssid === ssid && network.security === 'Open')) return true;
      return (password ?? '').length >= PASSWORD_MIN;
    },
    scan(currentSsid) {
      const used = { ssid: currentSsid ?? SITE_NETWORK, ...own };
      return [used, ...others.filter(({ ssid }) => ssid !== used.ssid)]
        .map(({ ssid, signal, security, channel }) => {
          const now = Math.min(100, Math.max(0, signal + random.integer(-6, 6)));
          return { ssid, signal: now, security, channel };
        })
        .filter(({ signal }) => signal > 0)
        .sort((one, other) => other.signal - one.signal);
    },
  };
}
