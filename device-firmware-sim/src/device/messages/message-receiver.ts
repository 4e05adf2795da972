import { desiredConfigSchema, type DesiredConfig } from '@belfry/schemas/domain/configuration';
import type { Serial } from '@belfry/schemas/domain/serial';
import {
  acksMessageSchema,
  programmeMessageSchema,
  type MessageKind,
  type ProgrammeMessage,
} from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Counters } from '../counters.ts';

type MessageReceiverDeps = {
  serial: Serial;
  counters: Counters;
  acknowledged: (metricsSeq: number) => void;
  receiptsAcknowledged: (receiptsSeq: number) => void;
  programmeAnnounced: (message: ProgrammeMessage) => void;
  configured: (config: DesiredConfig) => void;
  /** Called with an unvalidated command, because an invalid one may need a response. */
  commanded: (message: unknown) => void;
};

/** Validates the messages on the subscribed topics and dispatches them. Invalid payloads are counted and ignored. */
export function createMessageReceiver(deps: MessageReceiverDeps) {
  const { serial, counters, configured, commanded } = deps;
  const handlers = new Map<string, [kind: MessageKind, handle: (message: unknown) => void]>([
    [topics.acks(serial), ['acks', handleAcknowledgement]],
    [topics.programme(serial), ['programme', handleProgramme]],
    [topics.configDesired(serial), ['configDesired', handleConfiguration]],
    [topics.commands(serial), ['commands', commanded]],
    [topics.fleetCommands, ['fleetCommands', commanded]],
  ]);

  function handleAcknowledgement(message: unknown): void {
    const parsed = acksMessageSchema.safeParse(message);
    if (!parsed.success) return void counters.invalidPayloads++;
    const { metrics_seq, receipts_seq } = parsed.data;
    if (metrics_seq !== undefined) deps.acknowledged(metrics_seq);
    if (receipts_seq !== undefined) deps.receiptsAcknowledged(receipts_seq);
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
    receive: (topic: string, payload: Buffer): void => {
      const handler = handlers.get(topic);
      if (!handler) return;
      const [kind, handle] = handler;
      handle(readPayload(kind, payload).json);
    },
  };
}
