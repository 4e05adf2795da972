import { desiredConfigSchema, type DesiredConfig, type ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import {
  acksMessageSchema,
  GAIN_ABILITY,
  LEAD_IN_ABILITY,
  LISTEN_ABILITY,
  MUSIC_ABILITY,
  messages,
  programmeMessageSchema,
  type MessageKind,
  type OutputMessage,
  type ProgrammeMessage,
  type ResponseMessage,
  type StatusMessage,
} from '@belfry/schemas/mqtt/messages';
import { PAGE_ABILITY } from '@belfry/schemas/mqtt/page-frames';
import { parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import type { Serial } from '@belfry/schemas/domain/serial';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import type { DeviceProfile } from '../fleet/device-profiles.ts';
import type { NetworkTime } from '../hardware/network-time.ts';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { InputChange } from '../hardware/input-journal.ts';
import type { Measurement } from '../hardware/journal.ts';
import type { Receipt } from '../hardware/receipt-journal.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { Will } from './mqtt-session.ts';

type Delivered = () => void;

type PublisherDeps = {
  takesPages: boolean;
  listens: boolean;
  /** False: its metrics tell only since when it runs, and its clock. */
  measures: boolean;
  profile: DeviceProfile;
  flash: Flash;
  clock: Clock;
  counters: Pick<Counters, 'published'>;
  connection: Pick<Connection, 'publish' | 'url'>;
  networkTime: NetworkTime;
};

export type Publisher = ReturnType<typeof createPublisher>;

/** Publishes the messages of a device as the contract defines them. Each method returns false while disconnected. */
export function createPublisher({
  takesPages,
  listens,
  measures,
  profile,
  flash,
  clock,
  counters,
  connection,
  networkTime,
}: PublisherDeps) {
  const { serial, hostname, ip } = profile;

  function send(topic: string, payload: object, retain: boolean, delivered?: Delivered): boolean {
    const sent = connection.publish(topic, JSON.stringify(payload), { retain, delivered });
    if (sent) counters.published++;
    return sent;
  }

  const statusMessage = (status: DeviceStatus, problem?: string): StatusMessage => ({
    status,
    ...(problem !== undefined && { problem }),
    device_version: flash.memory.device_version,
    hostname,
    ip,
    at: isoTime(clock.now()),
    connection: connection.url.startsWith('ws') ? 'websocket' : 'tcp',
    abilities: [
      GAIN_ABILITY,
      MUSIC_ABILITY,
      LEAD_IN_ABILITY,
      ...(takesPages ? [PAGE_ABILITY] : []),
      ...(listens ? [LISTEN_ABILITY] : []),
    ],
  });

  return {
    /** The last will; its time is that of the CONNECT. */
    will: (): Will => ({ topic: topics.status(serial), payload: JSON.stringify(statusMessage('offline')) }),
    /** @param problem why it is offline */
    status: (status: DeviceStatus, delivered?: Delivered, problem?: string): boolean =>
      send(topics.status(serial), statusMessage(status, problem), messages.status.retain, delivered),
    /** A record that is sent again is identical, so that it is stored once; only its clock is that of now. */
    metrics: (seq: number, measurement: Measurement, delivered: Delivered): boolean => {
      const collected_at = isoTime(measurement.collected_at);
      const { uptime_seconds } = measurement;
      const readings = measures ? measurement : { uptime_seconds };
      const message = { hostname, ...readings, collected_at, seq, ...networkTime() };
      return send(topics.metrics(serial), message, messages.metrics.retain, delivered);
    },
    receipt: (seq: number, receipt: Receipt, delivered: Delivered): boolean =>
      send(topics.receipts(serial), { seq, ...receipt }, messages.receipts.retain, delivered),
    input: (seq: number, change: InputChange, delivered: Delivered): boolean =>
      send(topics.inputs(serial), { seq, ...change }, messages.inputs.retain, delivered),
    output: (message: OutputMessage): boolean => send(topics.outputs(serial), message, messages.outputs.retain),
    player: ({ channel, ...player }: PlayerStatus): boolean =>
      send(topics.player(serial, channel), { ...player, at: isoTime(clock.now()) }, messages.player.retain),
    configuration: (config: ReportedConfig): boolean =>
      send(topics.configReported(serial), config, messages.configReported.retain),
    response: (message: ResponseMessage, delivered: Delivered): boolean =>
      send(topics.responses(serial), message, messages.responses.retain, delivered),
  };
}

type MessageReceiverDeps = {
  serial: Serial;
  counters: Counters;
  acknowledged: (metricsSeq: number) => void;
  receiptsAcknowledged: (receiptsSeq: number) => void;
  inputsAcknowledged: (inputsSeq: number) => void;
  programmeAnnounced: (message: ProgrammeMessage) => void;
  speakersAnnounced?: (() => void) | undefined;
  configured: (config: DesiredConfig) => void;
  /** Called with an unvalidated command, because an invalid one may need a response. */
  commanded: (message: unknown) => void;
  /** Called with an unvalidated frame. */
  pageFrame: (pageId: string, payload: Uint8Array) => void;
};

/** Validates the messages on the subscribed topics and dispatches them. Invalid payloads are counted and ignored. */
export function createMessageReceiver(deps: MessageReceiverDeps) {
  const { serial, counters, configured, commanded } = deps;
  const handlers = new Map<string, [kind: MessageKind, handle: (message: unknown) => void]>([
    [topics.acks(serial), ['acks', handleAcknowledgement]],
    [topics.programme(serial), ['programme', handleProgramme]],
    ...speakersHandler(),
    [topics.configDesired(serial), ['configDesired', handleConfiguration]],
    [topics.commands(serial), ['commands', commanded]],
    [topics.fleetCommands, ['fleetCommands', commanded]],
  ]);

  function speakersHandler(): [string, [MessageKind, () => void]][] {
    const { speakersAnnounced } = deps;
    return speakersAnnounced ? [[topics.speakers(serial), ['speakers', speakersAnnounced]]] : [];
  }

  function handleAcknowledgement(message: unknown): void {
    const parsed = acksMessageSchema.safeParse(message);
    if (!parsed.success) return void counters.invalidPayloads++;
    const { metrics_seq, receipts_seq, inputs_seq } = parsed.data;
    if (metrics_seq !== undefined) deps.acknowledged(metrics_seq);
    if (receipts_seq !== undefined) deps.receiptsAcknowledged(receipts_seq);
    if (inputs_seq !== undefined) deps.inputsAcknowledged(inputs_seq);
  }

  function handleConfiguration(message: unknown): void {
    const parsed = desiredConfigSchema.safeParse(message);
    if (parsed.success) configured(parsed.data);
    else counters.invalidPayloads++;
  }

  function handleProgramme(message: unknown): void {
    const parsed = programmeMessageSchema.safeParse(message);
    if (parsed.success) deps.programmeAnnounced(parsed.data);
    else counters.invalidPayloads++;
  }

  return {
    subscriptions: [...handlers.keys()],
    receive: (topic: string, payload: Uint8Array): void => {
      const handler = handlers.get(topic);
      if (!handler) return receiveFrame(topic, payload);
      const [kind, handle] = handler;
      handle(readPayload(kind, payload).json);
    },
  };

  function receiveFrame(topic: string, payload: Uint8Array): void {
    const parsed = parseTopic(topic);
    if (parsed?.kind === 'pageAudio') deps.pageFrame(parsed.pageId, payload);
  }
}
