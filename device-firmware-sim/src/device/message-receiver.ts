import { desiredConfigSchema, type DesiredConfig } from '@belfry/schemas/domain/configuration';
import type { Serial } from '@belfry/schemas/domain/serial';
import { acksMessageSchema, type MessageKind } from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Counters } from './counters.ts';

export type MessageReceiverDeps = {
  serial: Serial;
  counters: Counters;
  acknowledged: (metricsSeq: number) => void;
  configured: (config: DesiredConfig) => void;
  /** Called with an unvalidated command, because an invalid one may need a response. */
  commanded: (message: unknown) => void;
};

/** Validates the messages on the subscribed topics and dispatches them. Invalid payloads are counted and ignored. */
export function createMessageReceiver({ serial, counters, acknowledged, configured, commanded }: MessageReceiverDeps) {
  const handlers = new Map<string, [kind: MessageKind, handle: (message: unknown) => void]>([
    [topics.acks(serial), ['acks', handleAcknowledgement]],
    [topics.configDesired(serial), ['configDesired', handleConfiguration]],
    [topics.commands(serial), ['commands', commanded]],
    [topics.fleetCommands, ['fleetCommands', commanded]],
  ]);

  function handleAcknowledgement(message: unknown): void {
    const parsed = acksMessageSchema.safeParse(message);
    if (!parsed.success) return void counters.invalidPayloads++;
    if (parsed.data.metrics_seq !== undefined) acknowledged(parsed.data.metrics_seq);
  }

  function handleConfiguration(message: unknown): void {
    const parsed = desiredConfigSchema.safeParse(message);
    if (parsed.success) configured(parsed.data);
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
