import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { parseTopic, type ParsedTopic } from '@belfry/schemas/mqtt/topics';
import { messages } from '@belfry/schemas/mqtt/messages';
import type { z } from 'zod';
import type { Logger } from '../log.ts';
import { badPayloads, inbound } from './figures.ts';
import { createFloodLog } from './flood-log.ts';
import type { InboundMessage, Receipt } from './ingest-link.ts';
import { isStorable } from './storable.ts';

/** What devices say and the api stores. */
export const INGESTED = ['status', 'metrics', 'player', 'configReported', 'responses'] as const;
export type IngestKind = (typeof INGESTED)[number];

/** What a topic of this kind says. */
export type TopicOf<K extends IngestKind> = { kind: K; serial: Serial } & (K extends 'player'
  ? { channel: PlayerChannel }
  : unknown);

/** A message of a device that parsed. */
export type Said<K extends IngestKind> = {
  topic: TopicOf<K>;
  body: z.output<(typeof messages)[K]['schema']>;
  /** By the server's clock, milliseconds. */
  receivedAt: number;
  /** Said just now: neither kept from before by the broker nor sent again. */
  live: boolean;
  /** Sent again by the broker. */
  redelivered: boolean;
  receipt: Receipt;
};

/** A feature's end of the ingest: it stores what was said, and acknowledges it when that is committed. */
export type IngestHandler<K extends IngestKind> = {
  accept(said: Said<K>): void;
  /** The payload did not parse; it will be acknowledged right away. `json` is what it was, when it was JSON. */
  reject?(topic: TopicOf<K>, json: unknown): void;
};
export type IngestHandlers = { [K in IngestKind]: IngestHandler<K> };

const kinds: ReadonlySet<string> = new Set(INGESTED);
const isIngested = (topic: ParsedTopic): topic is ParsedTopic & TopicOf<IngestKind> => kinds.has(topic.kind);

/**
 * Takes messages from the link to the features. A payload that does not parse is counted, logged with its topic and
 * acknowledged (it would come back for ever), and hurts nobody else.
 */
export function createIngest(handlers: IngestHandlers, acknowledge: (receipts: Receipt[]) => void, log: Logger) {
  const complain = createFloodLog(log, 'a device sent what does not parse');
  const figures = new Map(INGESTED.map((kind) => [kind, inbound.labels(kind)]));

  function dispatch<K extends IngestKind>(topic: TopicOf<K>, message: InboundMessage): void {
    const { kind } = topic;
    figures.get(kind)?.inc();
    const handler: IngestHandler<K> = handlers[kind];
    const json = parseJson(message.payload);
    const storable = isStorable(message.payload, json);
    const parsed = messages[kind].schema.safeParse(storable ? json : undefined);
    if (!parsed.success) {
      badPayloads.inc({ kind });
      complain(kind, {
        topic: message.topic,
        bytes: message.payload.length,
        issues: storable ? issuesOf(parsed.error) : ['a text that cannot be stored'],
      });
      handler.reject?.(topic, json);
      return acknowledge([message.receipt]);
    }
    const { retained, redelivered, receipt } = message;
    const body = parsed.data as Said<K>['body'];
    handler.accept({ topic, body, receivedAt: Date.now(), live: !retained && !redelivered, redelivered, receipt });
  }

  return function receive(message: InboundMessage): void {
    const topic = parseTopic(message.topic);
    if (topic && isIngested(topic)) {
      // Empty: a retained message was deleted, nobody said anything.
      return message.payload.length === 0 ? acknowledge([message.receipt]) : dispatch(topic, message);
    }
    badPayloads.inc({ kind: 'topic' });
    complain('topic', { topic: message.topic.slice(0, 200) });
    acknowledge([message.receipt]);
  };
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}

const issuesOf = (error: z.ZodError): string[] =>
  error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`);
