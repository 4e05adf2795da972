import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { PlayerStatus } from '@belfry/schemas/mqtt/commands';
import type { Clock } from './clock.ts';
import type { Counters } from './counters.ts';
import type { Flash } from './flash.ts';
import type { Random } from './random.ts';
import type { Member } from './roster.ts';

export type DeviceOptions = {
  serial: Serial;
  mqttUrl: string;
  /** The authority (PEM) of a broker at mqtts://; without it those that the machine trusts. */
  ca?: string;
  /** The key that enrolment gave; without it the one in the flash. */
  deviceKey?: string;
  /** Who it is; without it a sound device that follows from the serial. */
  member?: Member;
  /** What it remembers; without it a new one that forgets with the process. */
  flash?: Flash;
  /** Milliseconds between two metrics (5,000) and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  patienceMs?: number;
  /** How many times faster than real commands are carried out (1). */
  speed?: number;
  clock?: Clock;
  random?: Random;
  counters?: Counters;
  /** A session began. */
  connected?: () => void;
  /** The broker does not take the key. */
  refused?: () => void;
};

export type Device = {
  readonly serial: Serial;
  readonly member: Member;
  readonly flash: Flash;
  readonly isConnected: boolean;
  /** What it shows people: offline when it is not connected. */
  status: () => DeviceStatus;
  player: (channel: PlayerChannel) => PlayerStatus;
  /** There is another key in the flash: tries it at once. */
  tryKey: () => void;
  /** Measures now, beside its interval, and returns the number of the record. */
  measure: () => number;
  /** Loses its connection without a DISCONNECT and comes back by itself. */
  drop: () => void;
  /** Dies as by a pulled plug: no DISCONNECT, no farewell, no return. */
  kill: () => void;
  /** Says goodbye (retained offline, DISCONNECT) and ends. */
  stop: () => Promise<void>;
};
