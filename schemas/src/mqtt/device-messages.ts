import { messages, type MessageKind } from './messages.ts';
import { MAX_PAYLOAD_BYTES } from './payload-limits.ts';
import { parseTopic } from './topics.ts';

/** The kinds of messages that devices publish. The type of the table below requires a limit for each. */
type DeviceMessageKind = { [K in MessageKind]: (typeof messages)[K]['from'] extends 'device' ? K : never }[MessageKind];

const MAX_BYTES: Record<DeviceMessageKind, number> = MAX_PAYLOAD_BYTES;

const isFromDevice = (kind: MessageKind): kind is DeviceMessageKind => messages[kind].from === 'device';

export type DeviceMessageLimits = {
  maxBytes: number;
  retained: boolean;
};

/** The limits of a device message on this topic, or null for topics on which no device publishes. */
export function deviceMessageLimits(topic: string): DeviceMessageLimits | null {
  const kind = parseTopic(topic)?.kind;
  if (kind === undefined || kind === 'pageAudio' || !isFromDevice(kind)) return null;
  return { maxBytes: MAX_BYTES[kind], retained: messages[kind].retain };
}

export const MAX_DEVICE_PAYLOAD_BYTES = Math.max(...Object.values(MAX_BYTES));
