import { desiredConfigSchema, type DesiredConfig } from '@belfry/schemas/domain/configuration';
import type { Serial } from '@belfry/schemas/domain/serial';
import { acksMessageSchema, type MessageKind } from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Counters } from './counters.ts';

export type InboxDeps = {
  serial: Serial;
  counters: Counters;
  acknowledged: (metricsSeq: number) => void;
  configured: (config: DesiredConfig) => void;
  /** A command, still unparsed: even one we cannot read may deserve an answer. */
  commanded: (message: unknown) => void;
};

/** What a device listens to, and who in it takes what. A payload that does not parse is counted and forgotten. */
export function createInbox({ serial, counters, acknowledged, configured, commanded }: InboxDeps) {
  const takers = new Map<string, [kind: MessageKind, take: (message: unknown) => void]>([
    [topics.acks(serial), ['acks', takeAcknowledgement]],
    [topics.configDesired(serial), ['configDesired', takeConfiguration]],
    [topics.commands(serial), ['commands', commanded]],
    [topics.fleetCommands, ['fleetCommands', commanded]],
  ]);

  function takeAcknowledgement(message: unknown): void {
    const parsed = acksMessageSchema.safeParse(message);
    if (parsed.success) acknowledged(parsed.data.metrics_seq);
    else counters.unreadable++;
  }

  function takeConfiguration(message: unknown): void {
    const parsed = desiredConfigSchema.safeParse(message);
    if (parsed.success) configured(parsed.data);
    else counters.unreadable++;
  }

  return {
    subscriptions: [...takers.keys()],
    receive(topic: string, payload: Buffer): void {
      const taker = takers.get(topic);
      if (!taker) return;
      const [kind, take] = taker;
      take(readPayload(kind, payload).json);
    },
  };
}
