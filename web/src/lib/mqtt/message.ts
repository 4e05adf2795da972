import { messages, type MessageKind } from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import { parseTopic, type ParsedTopic } from '@belfry/schemas/mqtt/topics';
import type { z } from 'zod';

export type Incoming = { topic: string; payload: Uint8Array; retained: boolean };

/** When a message was received, by the browser's clock (ms), and whether it was retained. */
export type Receipt = { receivedAt: number; retained: boolean };

type OfKind<K extends MessageKind> =
  Extract<ParsedTopic, { kind: K }> extends never
    ? Omit<Extract<ParsedTopic, { kind: unknown; serial: unknown }>, 'kind' | 'channel'> & { kind: K }
    : Omit<Extract<ParsedTopic, { kind: K }>, 'kind'> & { kind: K };

/** A parsed message: the parts of its topic, its payload as typed by the contract, and its receipt. */
export type LiveMessage = {
  [K in MessageKind]: OfKind<K> & { topic: string; payload: z.output<(typeof messages)[K]['schema']> } & Receipt;
}[MessageKind];

/** Parses one PUBLISH by the contract; null where it does not match. */
export function decode({ topic, payload, retained }: Incoming, receivedAt: number): LiveMessage | null {
  const parsed = parseTopic(topic);
  // The frames of live pages are no messages of the contract, and no console may subscribe to them.
  if (!parsed || parsed.kind === 'pageAudio') return null;
  // A device may send anything, and the store freezes a payload recursively, so deep nesting is rejected.
  const { json, fault } = readPayload(parsed.kind, payload);
  if (fault) return null;
  const result = messages[parsed.kind].schema.safeParse(json);
  // Topic and schema are from the same row of the contract's table, which TypeScript cannot infer.
  return result.success ? ({ ...parsed, topic, payload: result.data, receivedAt, retained } as LiveMessage) : null;
}
