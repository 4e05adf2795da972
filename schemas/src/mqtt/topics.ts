import { isSerial, type Serial } from '../domain/serial.ts';
import { PLAYER_CHANNELS, type PlayerChannel } from '../domain/player.ts';

/**
 * All topics of the MQTT contract, defined only here: functions that build them, `parseTopic` as their inverse, and the
 * filters to which the api subscribes.
 */
export const topics = {
  status: (serial: Serial) => `devices/${serial}/status`,
  metrics: (serial: Serial) => `devices/${serial}/metrics`,
  acks: (serial: Serial) => `devices/${serial}/acks`,
  programme: (serial: Serial) => `devices/${serial}/programme`,
  speakers: (serial: Serial) => `devices/${serial}/speakers`,
  receipts: (serial: Serial) => `devices/${serial}/receipts`,
  inputs: (serial: Serial) => `devices/${serial}/inputs`,
  outputs: (serial: Serial) => `devices/${serial}/outputs`,
  player: (serial: Serial, channel: PlayerChannel) => `devices/${serial}/players/${channel}`,
  configDesired: (serial: Serial) => `devices/${serial}/config/desired`,
  configReported: (serial: Serial) => `devices/${serial}/config/reported`,
  commands: (serial: Serial) => `devices/${serial}/commands`,
  responses: (serial: Serial) => `devices/${serial}/responses`,
  /** The frames of a live page, QoS 0, never retained; only devices that are invited may subscribe, and only the api publishes. */
  pageAudio: (pageId: string) => `pages/${pageId}/audio`,
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
  allReceipts: 'devices/+/receipts',
  allInputs: 'devices/+/inputs',
  allOutputs: 'devices/+/outputs',
  everythingOfDevice: (serial: Serial) => `devices/${serial}/#`,
  everyDevice: 'devices/#',
  playersOfDevice: (serial: Serial) => `devices/${serial}/players/+`,
  /**
   * The filters that a console may subscribe to for a device, or for all devices with `+`: everything but
   * `config/desired`, which contains the WiFi password.
   */
  readByConsole: (serial: Serial) =>
    [`devices/${serial}/+`, `devices/${serial}/players/+`, `devices/${serial}/config/reported`] as const,
} as const;

export type ParsedTopic =
  | {
      kind:
        | 'status'
        | 'metrics'
        | 'acks'
        | 'programme'
        | 'speakers'
        | 'receipts'
        | 'inputs'
        | 'outputs'
        | 'configDesired'
        | 'configReported'
        | 'commands'
        | 'responses';
      serial: Serial;
    }
  | { kind: 'player'; serial: Serial; channel: PlayerChannel }
  | { kind: 'fleetCommands' | 'fleetSummary' }
  | { kind: 'userEvents'; userId: number }
  | { kind: 'pageAudio'; pageId: string };

const DEVICE_KINDS = new Map<string, Exclude<ParsedTopic, { channel: unknown }>['kind']>([
  ['status', 'status'],
  ['metrics', 'metrics'],
  ['acks', 'acks'],
  ['programme', 'programme'],
  ['speakers', 'speakers'],
  ['receipts', 'receipts'],
  ['inputs', 'inputs'],
  ['outputs', 'outputs'],
  ['config/desired', 'configDesired'],
  ['config/reported', 'configReported'],
  ['commands', 'commands'],
  ['responses', 'responses'],
]);
const CHANNELS = new Map<string, PlayerChannel>(PLAYER_CHANNELS.map((channel) => [`players/${channel}`, channel]));
const PAGE_AUDIO = /^pages\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\/audio$/;
const DEVICES = 'devices/';
const SERIAL_END = DEVICES.length + 19;

/** Parses a topic name (no wildcards). Runs once per message, so it slices instead of matching patterns. */
export function parseTopic(topic: string): ParsedTopic | null {
  if (topic.startsWith(DEVICES)) return parseDeviceTopic(topic);
  if (topic === topics.fleetCommands) return { kind: 'fleetCommands' };
  if (topic === topics.fleetSummary) return { kind: 'fleetSummary' };
  const user = /^users\/([1-9]\d{0,14})\/events$/.exec(topic);
  if (user) return { kind: 'userEvents', userId: Number(user[1]) };
  const page = PAGE_AUDIO.exec(topic);
  return page ? { kind: 'pageAudio', pageId: page[1] ?? '' } : null;
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
