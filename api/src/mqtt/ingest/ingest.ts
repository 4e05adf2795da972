import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { parseTopic, type ParsedTopic, filters } from '@belfry/schemas/mqtt/topics';
import { messages } from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import type { JsonFault } from '@belfry/schemas/json/read-json';
import type { z } from 'zod';
import type { Logger } from '../../log.ts';
import { errorSummary, createThrottledWarning } from '../throttled-warning.ts';
import { badPayloads, handlerErrors, messagesReceived } from '../metrics.ts';
import type { AckToken, InboundMessage } from '../subscriber/inbound-message.ts';

const INGEST_KINDS = [
  'status',
  'metrics',
  'player',
  'configReported',
  'responses',
  'receipts',
  'inputs',
  'outputs',
] as const;
export type IngestKind = (typeof INGEST_KINDS)[number];

type TopicOf<K extends IngestKind> = { kind: K; serial: Serial } & (K extends 'player'
  ? { channel: PlayerChannel }
  : unknown);

export type IngestMessage<K extends IngestKind> = {
  topic: TopicOf<K>;
  body: z.output<(typeof messages)[K]['schema']>;
  /** By the server's clock, in milliseconds since 1970. */
  receivedAt: number;
  /** Published just now: neither retained nor redelivered. */
  live: boolean;
  redelivered: boolean;
  ackToken: AckToken;
};

export type IngestHandler<K extends IngestKind> = {
  accept(message: IngestMessage<K>): void;
  /** The payload is invalid and is acknowledged immediately. `json` is its parsed value, where it is JSON within the size limit. */
  reject?(topic: TopicOf<K>, json: unknown): void;
};
type IngestHandlers = { [K in IngestKind]: IngestHandler<K> };

/** A handler of records that devices number and keep until they are acknowledged. */
export type JournalHandler = {
  /** Publishes the acknowledgements of what is committed. */
  stop(): Promise<void>;
};

const kinds: ReadonlySet<string> = new Set(INGEST_KINDS);
const isIngested = (topic: ParsedTopic): topic is ParsedTopic & TopicOf<IngestKind> => kinds.has(topic.kind);

/** Log lines quote at most this many characters of text that a device chose. */
const MAX_QUOTED_LENGTH = 200;

/**
 * Validates the messages of the subscriber and dispatches them to the features. An invalid payload, or one whose handler
 * throws, is counted, logged with its topic and acknowledged, because the broker would redeliver it for ever; later
 * messages are not affected.
 */
export function createIngest(handlers: IngestHandlers, acknowledge: (ackTokens: AckToken[]) => void, log: Logger) {
  const warnOfPayload = createThrottledWarning(log, 'invalid message of a device');
  const warnOfError = createThrottledWarning(log, 'a message of a device could not be handled');
  const counters = new Map(INGEST_KINDS.map((kind) => [kind, messagesReceived.labels(kind)]));

  function dispatch<K extends IngestKind>(topic: TopicOf<K>, message: InboundMessage): void {
    const { kind } = topic;
    const handler: IngestHandler<K> = handlers[kind];
    const { json, fault } = readPayload(kind, message.payload);
    const parsed = fault ? null : messages[kind].schema.safeParse(json);
    if (!parsed?.success) {
      badPayloads.inc({ kind });
      warnOfPayload(kind, {
        topic: message.topic,
        bytes: message.payload.length,
        issues: parsed ? issuesOf(parsed.error) : [fault],
      });
      handler.reject?.(topic, fault ? parseRefused(message.payload, fault) : json);
      return acknowledge([message.ackToken]);
    }
    const { retained, redelivered, ackToken } = message;
    const body = parsed.data as IngestMessage<K>['body'];
    handler.accept({ topic, body, receivedAt: Date.now(), live: !retained && !redelivered, redelivered, ackToken });
  }

  function handle(message: InboundMessage): void {
    const topic = parseTopic(message.topic);
    if (topic && isIngested(topic)) {
      counters.get(topic.kind)?.inc();
      // An empty payload deletes a retained message; there is nothing to store.
      return message.payload.length === 0 ? acknowledge([message.ackToken]) : dispatch(topic, message);
    }
    badPayloads.inc({ kind: 'topic' });
    warnOfPayload('topic', { topic: message.topic.slice(0, MAX_QUOTED_LENGTH) });
    acknowledge([message.ackToken]);
  }

  return function receive(message: InboundMessage): void {
    try {
      handle(message);
    } catch (error) {
      handlerErrors.inc();
      warnOfError('handler', { topic: message.topic.slice(0, MAX_QUOTED_LENGTH), ...errorSummary(error) });
      acknowledge([message.ackToken]);
    }
  };
}

/** JSON.parse accepts any nesting depth; callers must not store, print or traverse the result recursively. */
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

export const ingestFilters = [
  filters.allStatuses,
  filters.allMetrics,
  filters.allPlayers,
  filters.allReportedConfigs,
  filters.allResponses,
  filters.allReceipts,
  filters.allInputs,
  filters.allOutputs,
] as const;
