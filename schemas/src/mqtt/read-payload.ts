import { readJson, type ReadJson } from '../json/read-json.ts';
import type { MessageKind } from './messages.ts';
import { MAX_PAYLOAD_BYTES, MAX_PAYLOAD_NESTING } from './payload-limits.ts';

/** The longest lists in responses, of WiFi networks or services, have about a hundred entries of four keys. */
export const MAX_PAYLOAD_KEYS = 4_096;
/** For messages of the api; the parameters of a command are from an HTTP body of at most 100 kB. */
const MAX_API_PAYLOAD_BYTES = 128 * 1024;

const maxBytes: Partial<Record<MessageKind, number>> = MAX_PAYLOAD_BYTES;

/** Parses a payload of one kind after its limits have been checked on the raw bytes. */
export const readPayload = (kind: MessageKind, payload: Uint8Array): ReadJson =>
  readJson(payload, {
    bytes: maxBytes[kind] ?? MAX_API_PAYLOAD_BYTES,
    nesting: MAX_PAYLOAD_NESTING,
    keys: MAX_PAYLOAD_KEYS,
  });
