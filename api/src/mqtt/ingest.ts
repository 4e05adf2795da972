import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { parseTopic, type ParsedTopic } from '@belfry/schemas/mqtt/topics';
import { messages } from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import type { JsonFault } from '@belfry/schemas/json/read-json';
import type { z } from 'zod';
import type { Logger } from '../log.ts';
import { errorSummary } from './error-summary.ts';
import { badPayloads, handlerErrors, inbound } from './figures.ts';
import { createFloodLog } from './flood-log.ts';
import type { InboundMessage, Receipt } from './ingest-link.ts';

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
  /** The payload was refused and will be acknowledged right away. `json` is what it was, where it was JSON of a fair size. */
  reject?(topic: TopicOf<K>, json: unknown): void;
};
export type IngestHandlers = { [K in IngestKind]: IngestHandler<K> };

const kinds: ReadonlySet<string> = new Set(INGESTED);
const isIngested = (topic: ParsedTopic): topic is ParsedTopic & TopicOf<IngestKind> => kinds.has(topic.kind);

/** Log lines quote at most so much of what a device made up. */
const MAX_QUOTED_LENGTH = 200;

/**
 * Takes messages from the link to the features. A payload that is refused, or whose handler throws, is counted, logged
 * with its topic and acknowledged, since the broker would repeat it for ever; the messages after it are not affected.
 */
export function createIngest(handlers: IngestHandlers, acknowledge: (receipts: Receipt[]) => void, log: Logger) {
  const complain = createFloodLog(log, 'a device sent what does not parse');
  const warnOfError = createFloodLog(log, 'a message of a device could not be handled');
  const figures = new Map(INGESTED.map((kind) => [kind, inbound.labels(kind)]));

  function dispatch<K extends IngestKind>(topic: TopicOf<K>, message: InboundMessage): void {
    const { kind } = topic;
    const handler: IngestHandler<K> = handlers[kind];
    const { json, fault } = readPayload(kind, message.payload);
    const parsed = fault ? null : messages[kind].schema.safeParse(json);
    if (!parsed?.success) {
      badPayloads.inc({ kind });
      complain(kind, {
        topic: message.topic,
        bytes: message.payload.length,
        issues: parsed ? issuesOf(parsed.error) : [fault],
      });
      handler.reject?.(topic, fault ? parseRefused(message.payload, fault) : json);
      return acknowledge([message.receipt]);
    }
    const { retained, redelivered, receipt } = message;
    const body = parsed.data as Said<K>['body'];
    handler.accept({ topic, body, receivedAt: Date.now(), live: !retained && !redelivered, redelivered, receipt });
  }

  function handle(message: InboundMessage): void {
    const topic = parseTopic(message.topic);
    if (topic && isIngested(topic)) {
      figures.get(topic.kind)?.inc();
      // Empty: a retained message was deleted, nobody said anything.
      return message.payload.length === 0 ? acknowledge([message.receipt]) : dispatch(topic, message);
    }
    badPayloads.inc({ kind: 'topic' });
    complain('topic', { topic: message.topic.slice(0, MAX_QUOTED_LENGTH) });
    acknowledge([message.receipt]);
  }

  return function receive(message: InboundMessage): void {
    try {
      handle(message);
    } catch (error) {
      handlerErrors.inc();
      warnOfError('handler', { topic: message.topic.slice(0, MAX_QUOTED_LENGTH), ...errorSummary(error) });
      acknowledge([message.receipt]);
    }
  };
}

/** JSON.parse itself bears any nesting; what it returns must not be stored, printed or walked through. */
function parseRefused(payload: Buffer, fault: JsonFault): unknown {
  if (fault === 'too_large' || fault === 'not_json') return undefined;
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}

const issuesOf = (error: z.ZodError): string[] =>
  error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`.slice(0, MAX_QUOTED_LENGTH));
