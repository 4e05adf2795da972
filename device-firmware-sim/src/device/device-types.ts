import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { AudioCache, SharedDownloads } from '../audio-cache/audio-cache.ts';
import type { Host } from '../host/host.ts';
import type { AudioOutput } from '../playback/audio-output.ts';
import type { Clock } from '../hardware/clock.ts';
import type { ContentStore } from '../firmware/content-store.ts';
import type { Counters } from './counters.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import type { DeviceProfile } from '../fleet/device-profiles.ts';

export type DeviceOptions = {
  serial: Serial;
  mqttUrl: string;
  /** The certificate authority (PEM) of a broker at mqtts://; by default those that the machine trusts. */
  ca?: string;
  /** The key from enrolment; by default the one in flash. */
  deviceKey?: string;
  /** The address of the api, from which archives are downloaded; without it none can be installed. */
  apiUrl?: string;
  /** The public key of the signatures to pin; by default that of the api, once it is needed. */
  firmwareKey?: string;
  /** The contents of archives, which the devices of a process share. */
  contents?: ContentStore;
  /** Limits and shares the downloads of the devices of a process. */
  downloads?: SharedDownloads;
  /** The machine that it really runs on; by default one is simulated. */
  host?: Host;
  /** By default an output without sound. */
  output?: AudioOutput;
  /** By default a cache that keeps hashes only. */
  audioCache?: AudioCache;
  /** By default a profile that is derived from the serial. */
  profile?: DeviceProfile;
  /** By default a new flash in memory. */
  flash?: Flash;
  /** Milliseconds between two metrics (5,000) and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  ackTimeoutMs?: number;
  /** The factor by which commands are faster than on a real device (1). */
  speed?: number;
  clock?: Clock;
  random?: Random;
  counters?: Counters;
  /** Called after each connection. */
  connected?: () => void;
  /** Called when the broker refuses the key. */
  refused?: () => void;
};

export type Device = {
  readonly serial: Serial;
  readonly profile: DeviceProfile;
  readonly flash: Flash;
  readonly isConnected: boolean;
  /** The published status; offline while it is not connected. */
  status: () => DeviceStatus;
  player: (channel: PlayerChannel) => PlayerStatus;
  /** Connects at once, for example with a new key in flash. */
  reconnect: () => void;
  /** Forgets everything of the former owner: programme, audio and receipts. */
  erase: () => void;
  /** Measures now, in addition to its interval, and returns the sequence number. */
  measure: () => number;
  /** Closes its connection without a DISCONNECT and reconnects by itself. */
  drop: () => void;
  /** Simulates a loss of power: no DISCONNECT, no offline status, no reconnection. */
  kill: () => void;
  /** Publishes the retained status offline, disconnects and ends. */
  stop: () => Promise<void>;
};
