import { messages, type MessageKind } from '@belfry/schemas/mqtt/messages';
import { readPayload } from '@belfry/schemas/mqtt/read-payload';
import { parseTopic, type ParsedTopic } from '@belfry/schemas/mqtt/topics';
import type { z } from 'zod';

/** A publish as the socket delivers it. */
export type Incoming = { topic: string; payload: Uint8Array; retained: boolean };

/** How a message came: by the browser's clock (ms), and whether it is what the broker kept from before. */
export type Receipt = { receivedAt: number; retained: boolean };

type OfKind<K extends MessageKind> =
  Extract<ParsedTopic, { kind: K }> extends never
    ? Omit<Extract<ParsedTopic, { kind: unknown; serial: unknown }>, 'kind' | 'channel'> & { kind: K }
    : Omit<Extract<ParsedTopic, { kind: K }>, 'kind'> & { kind: K };

/** A message that parsed: what its topic says, its payload as the contract types it, and its receipt. */
export type LiveMessage = {
  [K in MessageKind]: OfKind<K> & { topic: string; payload: z.output<(typeof messages)[K]['schema']> } & Receipt;
}[MessageKind];

/** Parses one publish by the contract; null for what does not parse, which must hurt nobody else. */
export function decode({ topic, payload, retained }: Incoming, receivedAt: number): LiveMessage | null {
  const parsed = parseTopic(topic);
  if (!parsed) return null;
  // A device may send anything; what is nested deeply would end in the store, which freezes it level by level.
  const { json, fault } = readPayload(parsed.kind, payload);
  if (fault) return null;
  const result = messages[parsed.kind].schema.safeParse(json);
  // Topic and schema come from the same row of the contract's table, which the compiler cannot follow through an index.
  return result.success ? ({ ...parsed, topic, payload: result.data, receivedAt, retained } as LiveMessage) : null;
}
