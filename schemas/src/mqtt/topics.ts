import { isSerial, type Serial } from '../domain/serial.ts';
import { PLAYER_CHANNELS, type PlayerChannel } from '../domain/player.ts';

/**
 * Every topic of the contract, spelled here and nowhere else.
 * Builders take what varies; `parseTopic` is their inverse; `filters` are what the api subscribes to.
 */
export const topics = {
  status: (serial: Serial) => `devices/${serial}/status`,
  metrics: (serial: Serial) => `devices/${serial}/metrics`,
  acks: (serial: Serial) => `devices/${serial}/acks`,
  player: (serial: Serial, channel: PlayerChannel) => `devices/${serial}/players/${channel}`,
  configDesired: (serial: Serial) => `devices/${serial}/config/desired`,
  configReported: (serial: Serial) => `devices/${serial}/config/reported`,
  commands: (serial: Serial) => `devices/${serial}/commands`,
  responses: (serial: Serial) => `devices/${serial}/responses`,
  fleetCommands: 'fleet/commands',
  fleetSummary: 'fleet/summary',
  userEvents: (userId: number) => `users/${userId}/events`,
} as const;

export const filters = {
  allStatuses: 'devices/+/status',
  allMetrics: 'devices/+/metrics',
  allPlayers: 'devices/+/players/+',
  allReportedConfigs: 'devices/+/config/reported',
  allResponses: 'devices/+/responses',
  everythingOfDevice: (serial: Serial) => `devices/${serial}/#`,
  everyDevice: 'devices/#',
  playersOfDevice: (serial: Serial) => `devices/${serial}/players/+`,
  /**
   * What a console may read of a device, or of every device for `+`: everything but `config/desired`, which holds the
   * WiFi password.
   */
  readByConsole: (serial: Serial) =>
    [`devices/${serial}/+`, `devices/${serial}/players/+`, `devices/${serial}/config/reported`] as const,
} as const;

/** What a topic name says, or null when it is none of ours. */
export type ParsedTopic =
  | {
      kind: 'status' | 'metrics' | 'acks' | 'configDesired' | 'configReported' | 'commands' | 'responses';
      serial: Serial;
    }
  | { kind: 'player'; serial: Serial; channel: PlayerChannel }
  | { kind: 'fleetCommands' | 'fleetSummary' }
  | { kind: 'userEvents'; userId: number };

const DEVICE_KINDS = new Map<string, Exclude<ParsedTopic, { channel: unknown }>['kind']>([
  ['status', 'status'],
  ['metrics', 'metrics'],
  ['acks', 'acks'],
  ['config/desired', 'configDesired'],
  ['config/reported', 'configReported'],
  ['commands', 'commands'],
  ['responses', 'responses'],
]);
const CHANNELS = new Map<string, PlayerChannel>(PLAYER_CHANNELS.map((channel) => [`players/${channel}`, channel]));
const DEVICES = 'devices/';
const SERIAL_END = DEVICES.length + 19;

/** Parses a topic name (no wildcards). Runs once per message, so it slices instead of matching patterns. */
export function parseTopic(topic: string): ParsedTopic | null {
  if (topic.startsWith(DEVICES)) return parseDeviceTopic(topic);
  if (topic === topics.fleetCommands) return { kind: 'fleetCommands' };
  if (topic === topics.fleetSummary) return { kind: 'fleetSummary' };
  const user = /^users\/(\d{1,15})\/events$/.exec(topic);
  return user ? { kind: 'userEvents', userId: Number(user[1]) } : null;
}

function parseDeviceTopic(topic: string): ParsedTopic | null {
  const serial = topic.slice(DEVICES.length, SERIAL_END);
  if (topic.charCodeAt(SERIAL_END) !== 47 || !isSerial(serial)) return null;
  const rest = topic.slice(SERIAL_END + 1);
  const channel = CHANNELS.get(rest);
  if (channel) return { kind: 'player', serial, channel };
  const kind = DEVICE_KINDS.get(rest);
  return kind ? ({ kind, serial } as ParsedTopic) : null;
}
