import type { MessageKind } from './messages.ts';

const KIB = 1024;

/** Deepest nesting of arrays and objects that a payload may have. Checked on the raw bytes, before parsing. */
export const MAX_PAYLOAD_NESTING = 64;

/** Largest payload of each kind that a device publishes, in bytes. The broker refuses more, the api does not parse more. */
export const MAX_PAYLOAD_BYTES = {
  status: 4 * KIB,
  player: 4 * KIB,
  metrics: 16 * KIB,
  responses: 64 * KIB,
  configReported: 64 * KIB,
} as const satisfies Partial<Record<MessageKind, number>>;
