import { messages, type MessageKind } from './messages.ts';
import { MAX_PAYLOAD_BYTES } from './payload-limits.ts';
import { parseTopic } from './topics.ts';

/** Kinds of messages that devices publish. Each has a limit: the type of the table below fails without one. */
type DeviceMessageKind = { [K in MessageKind]: (typeof messages)[K]['from'] extends 'device' ? K : never }[MessageKind];

const MAX_BYTES: Record<DeviceMessageKind, number> = MAX_PAYLOAD_BYTES;

const isFromDevice = (kind: MessageKind): kind is DeviceMessageKind => messages[kind].from === 'device';

export type DeviceMessageLimits = {
  /** Largest payload, in bytes. */
  maxBytes: number;
  /** Whether the contract retains messages of this kind. */
  retained: boolean;
};

/** What a message of a device on this topic may be, or null for topics on which no device publishes. */
export function deviceMessageLimits(topic: string): DeviceMessageLimits | null {
  const kind = parseTopic(topic)?.kind;
  if (kind === undefined || !isFromDevice(kind)) return null;
  return { maxBytes: MAX_BYTES[kind], retained: messages[kind].retain };
}

/** Largest payload that a device publishes on any topic, in bytes. */
export const MAX_DEVICE_PAYLOAD_BYTES = Math.max(...Object.values(MAX_BYTES));
