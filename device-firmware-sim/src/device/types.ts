import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { InputState } from '@belfry/schemas/domain/inputs';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { Command, CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { AudioCache, SharedDownloads } from '../audio-cache/audio-cache.ts';
import type { ContentStore } from '../firmware/content-store.ts';
import type { Firmware } from '../firmware/firmware.ts';
import type { DeviceProfile } from '../fleet/device-profiles.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import type { Sensors } from '../hardware/sensors.ts';
import type { WifiEnvironment } from '../hardware/wifi.ts';
import type { Host } from '../host/host.ts';
import type { PageOutput } from '../live-pages/page-output.ts';
import type { OpenPageStream, PageTransport } from '../live-pages/page-transport.ts';
import type { AudioOutput } from '../playback/audio-output.ts';
import type { LeadInSound } from '../playback/lead-in.ts';
import type { Playback } from '../playback/playback.ts';
import type { Players } from '../players/players.ts';
import type { ResolveStation } from '../stations/with-stations.ts';
import type { Configuration } from './configuration.ts';
import type { Connection, ConnectionDeps } from './connection.ts';
import type { Counters } from './counters.ts';
import type { JournalSender } from './journal-sender.ts';
import type { Outputs } from './outputs.ts';
import type { Power, Trial } from './power.ts';

export type DeviceOptions = {
  serial: Serial;
  mqttUrl: string;
  /** Other ways to the same broker, for when that one is not reached; the last that was is tried first. */
  otherMqttUrls?: readonly string[];
  /** What opens a WebSocket through a proxy; by default there is none. */
  agentFor?: ConnectionDeps['agentFor'];
  /** The certificate authority (PEM) of a broker at mqtts://; by default those that the machine trusts. */
  ca?: string;
  /** The key from enrolment; by default the one in flash. */
  deviceKey?: string;
  /** The address of the api, from which archives are downloaded; without it none can be installed. */
  apiUrl?: string;
  firmwareKey?: string;
  /** What reads archives; without it none can be installed. */
  contents?: ContentStore;
  downloads?: SharedDownloads;
  /** The machine that it really runs on; by default one is simulated. */
  host?: Host;
  output?: AudioOutput;
  leadInSound?: LeadInSound;
  /** Where live pages are heard; by default nowhere, and their frames are counted. */
  pageOutput?: PageOutput;
  /** Opens the streams of pages; without it they are heard by MQTT only. */
  openPageStream?: OpenPageStream;
  /** Finds the streams of stations for the simulated output; by default their addresses are taken as they are. */
  resolveStation?: ResolveStation;
  audioCache?: AudioCache;
  profile?: DeviceProfile;
  flash?: Flash;
  /** Milliseconds between two metrics (5,000) and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  /** Milliseconds between two reports of the tracks that were heard (an hour). */
  reportTracksMs?: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  ackTimeoutMs?: number;
  /** The factor by which commands are faster than on a real device (1). */
  speed?: number;
  clock?: Clock;
  random?: Random;
  counters?: Counters;
  /** The reason of what was played to its end, where nothing tells whether it was heard. */
  finishedAs?: string;
  /** The list of the network speakers that it carries has changed; without it, it carries none. */
  speakersAnnounced?: () => void;
  connected?: () => void;
  refused?: () => void;
  /** Called when the broker does not admit the device because another one with its key is connected. */
  hasTwin?: () => void;
  /** An attempt to reach the broker has failed. */
  unreachable?: (error: Error) => void;
};

/** What occupies the whole device: a second long command is refused while one is running. */
export type Work = { running: Command | null };

export type ResponseFields = Partial<Omit<ResponseMessage, 'correlation_id' | 'at'>> & Pick<ResponseMessage, 'phase'>;
export type Settlement = Pick<ResponseMessage, 'success'> & Omit<ResponseFields, 'phase'>;

export type Responses = {
  /** Sends a response, and keeps it for repetitions. */
  send: (correlationId: string, fields: ResponseFields) => void;
  settle: (correlationId: string, outcome: Settlement) => void;
  /** Sends the last response to this command again. @returns whether there is one */
  repeat: (correlationId: string) => boolean;
  /** Sends what was not delivered again, oldest first. Must be called after each connection. */
  connected: () => void;
};

export type Device = {
  readonly serial: Serial;
  readonly profile: DeviceProfile;
  readonly flash: Flash;
  clock: Clock;
  random: Random;
  counters: Counters;
  connection: Connection;
  responses: Responses;
  configuration: Configuration;
  players: Players;
  playback: Playback;
  pageTransport: PageTransport;
  metrics: JournalSender;
  receipts: JournalSender;
  inputs: JournalSender;
  outputs: Outputs;
  sensors: Sensors;
  wifi: WifiEnvironment;
  /** The machine that it really runs on; null where it is simulated. */
  host: Host | null;
  firmware: Firmware;
  power: Power;
  speed: number;
  work: Work;
  /** Publishes the status: online, or maintenance during an installation or restart. */
  setStatus: (status: Exclude<DeviceStatus, 'offline'>) => void;
  /** Disconnects in order, is offline for `downMs`, and restarts. Resolves when it is connected again. */
  restart: (downMs: number) => Promise<void>;
  /** Restarts with the version that was made active. @returns whether it has reached the broker in time */
  tryRestart: (downMs: number, trial: Trial) => Promise<boolean>;
  /** Says why it is offline, and ends its connection in order, as long as it is not there for others; null: it is again. It plays on. */
  setProblem: (problem: string | null) => Promise<void>;
  readonly isConnected: boolean;
  /** The published status; offline while it is not connected. */
  status: () => DeviceStatus;
  player: (channel: PlayerChannel) => PlayerStatus;
  reconnect: () => void;
  /** A button is pressed or released, a contact closes or opens. The same state again changes nothing. */
  setInput: (input: string, state: InputState) => void;
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

export type CommandedDevice = Pick<
  Device,
  | 'profile'
  | 'clock'
  | 'random'
  | 'flash'
  | 'configuration'
  | 'players'
  | 'playback'
  | 'outputs'
  | 'sensors'
  | 'wifi'
  | 'host'
  | 'firmware'
  | 'speed'
  | 'work'
  | 'setStatus'
  | 'restart'
  | 'tryRestart'
>;

export type CommandContext<C extends Command> = CommandedDevice & {
  params: CommandParams<C>;
  /** Undefined for a command that the device itself initiates. */
  correlationId?: string;
  /** After this time (ms since 1970 by the device's clock) nothing of it may begin. */
  expiresAt: number;
  /** Reports the progress (0–100) and the current step, then waits for about `seconds`. */
  reportStep: (progress: number, step: string, seconds: number) => Promise<void>;
  wait: (seconds: number) => Promise<void>;
  fails: () => boolean;
};

export type InstallContext = CommandContext<'install'> | CommandContext<'reinstall'>;

/** Runs a command. Resolves with the result of the command table, or rejects with a `CommandError`. */
export type CommandHandler<C extends Command> = (context: CommandContext<C>) => Promise<CommandResult<C>>;

/** A failed command; the message is shown to users, the type is for programs. */
export class CommandError extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}
