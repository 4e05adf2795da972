import { loadavg } from 'node:os';
import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerSound } from '@belfry/schemas/domain/sound-tests';
import type { Command, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { OutputDriver } from '../device/outputs.ts';
import type { Rejected } from '../device/configuration.ts';
import type { Clock } from '../hardware/clock.ts';
import type { NetworkTime } from '../hardware/network-time.ts';
import type { Sensors } from '../hardware/sensors.ts';
import type { Ear } from '../playback/ear.ts';
import type { Playback } from '../playback/playback.ts';
import type { Players } from '../players/players.ts';
import { createHostSensors, type Identity } from './machine.ts';
import { createNetworkTime } from './time-service.ts';

export type Service = CommandResult<'check_services'>['services'][number];
export type Check = CommandResult<'system_diagnostics'>['checks'][number];

export type PlayerAction = 'play' | 'pause' | 'stop' | 'next' | 'previous' | 'status';

export type PlayerRequest = {
  channel: PlayerChannel;
  action: PlayerAction;
  /** Of a stream. */
  address: string | undefined;
  players: Players;
  playback: Pick<Playback, 'control'>;
  settings: DeviceSettings;
};

export type HostPlayers = {
  /** Throws CommandError. */
  control(request: PlayerRequest): Promise<void>;
  volumeChanged(channel: PlayerChannel, volume: number): void;
};

/** The machine that a device really runs on. Devices without one are simulated. */
export type Host = {
  identity: Identity;
  sensors: Sensors;
  /** False: it has no sensors, and their figures are not published. */
  measures: boolean;
  networkTime: NetworkTime;
  /** Of the last 1, 5 and 15 minutes. */
  loadAverage: () => number[];
  /** Why this machine does not do a command; null if it does. */
  refusal: (command: Command) => string | null;
  refusedSettings: (settings: DeviceSettings) => Rejected;
  players: HostPlayers;
  services: () => Service[];
  diagnose: () => Promise<Check[]>;
  testSound: (level: number) => Promise<PlayerSound[]>;
  /** The microphone, while announcements are played; null: it has none, or the players are without sound. */
  ear: Ear | null;
  /** Its relays and others. */
  outputs: OutputDriver;
  /** Restarts the machine, which ends this process. Rejects where it cannot. */
  reboot: () => Promise<void>;
};

const WIFI = 'the WiFi of this device is set up in its operating system';
const MUSIC = 'this device plays the music of its programme';
const SOFTWARE = 'the software of this device is updated on the machine itself';
/** Commands that only simulated devices run. */
const REFUSALS: Partial<Record<Command, string>> = {
  wifi_scan: WIFI,
  install: SOFTWARE,
  reinstall: SOFTWARE,
  clear_logs: 'the logs of this device are kept by its operating system',
  contact_support: 'this device has no support service',
};
const REBOOT = 'this device does not allow to restart the machine (--allow-reboot)';

type HostOptions = Pick<
  Host,
  'identity' | 'players' | 'services' | 'diagnose' | 'testSound' | 'ear' | 'outputs' | 'reboot'
> & {
  clock: Clock;
  folder: string;
  allowReboot: boolean;
};

export function createHost({ clock, folder, allowReboot, ...rest }: HostOptions): Host {
  return {
    sensors: createHostSensors({ clock, folder }),
    measures: true,
    networkTime: createNetworkTime({ clock }),
    loadAverage: () => loadavg().map((value) => Math.round(value * 100) / 100),
    refusal: (command) => (command === 'reboot' && !allowReboot ? REBOOT : (REFUSALS[command] ?? null)),
    refusedSettings: ({ wifi_login, wifi_pass, music_status }) => ({
      ...(wifi_login !== null && { wifi_login: WIFI }),
      ...(wifi_pass !== null && { wifi_pass: WIFI }),
      ...(music_status === 'playing' && { music_status: MUSIC }),
    }),
    ...rest,
  };
}
