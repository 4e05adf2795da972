import { deviceMessageLimits } from '@belfry/schemas/mqtt/device-messages';
import type { PublishPacket } from 'aedes';
import type { ClientKind, Principal } from '../principal.ts';
import type { HookDeps } from './deps.ts';

/** The kind of client, when it has no right to the topic. */
export type PublishRefusal = ClientKind | 'payload_too_large';

type Message = Pick<PublishPacket, 'topic' | 'payload'>;

/**
 * Why this message, or last will, may not be published; null when it may. The api is trusted with the size of its
 * messages, everybody else has the limits of the contract.
 */
export function whyNotPublish(
  { config }: Pick<HookDeps, 'config'>,
  { kind, rights }: Principal,
  { topic, payload }: Message,
): PublishRefusal | null {
  // The length comes first: a topic of a quarter of a megabyte is not worth a look at the rights.
  if (topic.length > config.MAX_TOPIC_LENGTH || !rights.allowed('publish', topic)) return kind;
  if (kind === 'service') return null;
  const limits = deviceMessageLimits(topic);
  if (!limits) return kind;
  return payload.length > limits.maxBytes ? 'payload_too_large' : null;
}

/**
 * Prepares a message that may be published for the retained store. A message of a kind that the contract does not
 * retain is only delivered. `clientId` names the publisher whose budget pays for what is kept; the api has none.
 */
export function chargeRetained(client: { id: string }, { kind }: Principal, packet: PublishPacket): void {
  if (kind === 'service') return;
  packet.retain &&= deviceMessageLimits(packet.topic)?.retained ?? false;
  if (packet.retain) Object.assign(packet, { clientId: client.id });
}
