import type { MessageKind } from './messages.ts';

const KIB = 1024;

/** The maximum nesting of arrays and objects in a payload. Checked on the raw bytes, before parsing. */
export const MAX_PAYLOAD_NESTING = 64;

/** The maximum payload size of each kind of device message, in bytes. The broker refuses and the api does not parse larger ones. */
export const MAX_PAYLOAD_BYTES = {
  status: 4 * KIB,
  player: 4 * KIB,
  receipts: 4 * KIB,
  inputs: 4 * KIB,
  outputs: 4 * KIB,
  metrics: 16 * KIB,
  responses: 64 * KIB,
  configReported: 64 * KIB,
} as const satisfies Partial<Record<MessageKind, number>>;
