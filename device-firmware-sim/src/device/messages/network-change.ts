import type { Cancel, Clock } from '../../hardware/clock.ts';
import type { WifiEnvironment } from '../../hardware/wifi.ts';
import type { Configuration, Network } from '../settings/configuration.ts';
import type { Connection } from './connection.ts';

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
  connection: () => Pick<Connection, 'drop' | 'destroy' | 'open' | 'reconnectNow'>;
};

/** Joins another WiFi network, and returns to the previous one when the broker is not reached from there. */
export function createNetworkChange({ clock, speed, wifi, configuration, connection }: NetworkChangeDeps) {
  let cancelFallback: Cancel | null = null;
  /** The last network from which the broker was reached, while the device joins another one. */
  let reachable: Network | null = null;

  function fallBack(previous: Network): void {
    cancelFallback = null;
    reachable = null;
    const seconds = WIFI_FALLBACK_MS / 1_000;
    const { wifi_login } = configuration.settings();
    configuration.fallBack(previous, `${wifi_login} did not lead to the server within ${seconds} s`);
    connection().open();
    connection().reconnectNow();
  }

  return {
    /** Leaves the previous network for the one in the settings. */
    join({ wifi_login, wifi_pass }: Network): void {
      const previous = (reachable ??= { wifi_login, wifi_pass });
      clock.after(WIFI_CHANGE_DELAY_MS, () => {
        const next = configuration.settings();
        cancelFallback?.();
        cancelFallback = clock.after(WIFI_FALLBACK_MS / speed, () => fallBack(previous));
        if (wifi.leadsToBroker(next.wifi_login, next.wifi_pass)) connection().drop();
        else connection().destroy();
      });
    },
    /** The broker was reached. */
    connected(): void {
      if (!cancelFallback) return;
      cancelFallback();
      cancelFallback = null;
      reachable = null;
      configuration.joined();
    },
  };
}
