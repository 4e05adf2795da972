import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Clock } from '../hardware/clock.ts';
import type { Firmware } from '../firmware/firmware.ts';
import type { Configuration } from './settings/configuration.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Host } from '../host/host.ts';
import type { Sensors } from '../hardware/sensors.ts';
import type { Playback } from '../playback/playback.ts';
import type { Players } from '../players/players.ts';
import type { Random } from '../hardware/random.ts';
import type { DeviceProfile } from '../fleet/device-profiles.ts';
import type { WifiEnvironment } from '../hardware/wifi.ts';
import type { Trial } from './power.ts';

/** The components of a device that commands use. */
export type DeviceContext = {
  profile: DeviceProfile;
  clock: Clock;
  random: Random;
  flash: Flash;
  configuration: Configuration;
  players: Players;
  playback: Pick<Playback, 'say' | 'stop' | 'control' | 'clearCache'>;
  sensors: Sensors;
  wifi: WifiEnvironment;
  /** The machine that it really runs on; null where it is simulated. */
  host: Host | null;
  firmware: Firmware;
  /** The factor by which commands are faster than on a real device. */
  speed: number;
  isLongCommandRunning: () => boolean;
  /** Publishes the status: online, or maintenance during an installation or restart. */
  setStatus: (status: Exclude<DeviceStatus, 'offline'>) => void;
  /** Disconnects in order, is offline for `downMs`, and restarts. Resolves when it is connected again. */
  restart: (downMs: number) => Promise<void>;
  /** Restarts with the version that was made active. @returns whether it has reached the broker in time */
  tryRestart: (downMs: number, trial: Trial) => Promise<boolean>;
};
