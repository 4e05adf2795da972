import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import type { Flash } from './flash.ts';
import type { Sensors } from './metrics.ts';
import type { Players } from './players.ts';
import type { Random } from './random.ts';
import type { Member } from './roster.ts';
import type { Surroundings } from './wifi.ts';

/** What a device consists of, as far as commands and duties may reach. */
export type DeviceParts = {
  member: Member;
  clock: Clock;
  random: Random;
  flash: Flash;
  configuration: Configuration;
  players: Players;
  sensors: Sensors;
  surroundings: Surroundings;
  /** How many times faster than real the work is done. */
  speed: number;
  /** Whether it is busy with a long command. */
  working: () => boolean;
  /** Shows people what the device is up to: online, or maintenance while it works on itself. */
  setStatus: (status: Exclude<DeviceStatus, 'offline'>) => void;
  /** Goes offline cleanly, is away for so long, and comes back with nothing running but what starts by itself. */
  restart: (downMs: number) => Promise<void>;
};
