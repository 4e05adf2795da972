import { deviceMessageLimits } from '@belfry/schemas/mqtt/device-messages';
import type { PublishPacket } from 'aedes';
import type { ClientKind, Principal } from '../principal.ts';
import type { HookDeps } from './hook-deps.ts';

/** The kind of the client if it has no right to the topic. */
export type PublishRefusal = ClientKind | 'payload_too_large';

type Message = Pick<PublishPacket, 'topic' | 'payload'>;

/**
 * Why this message or last will may not be published; null if it may. The size of messages is limited by the contract for
 * all clients but the api.
 */
export function publishRefusalReason(
  { config }: Pick<HookDeps, 'config'>,
  { kind, rights }: Principal,
  { topic, payload }: Message,
): PublishRefusal | null {
  // The length is checked first, so that the rights are not evaluated for a very long topic.
  if (topic.length > config.MAX_TOPIC_LENGTH || !rights.allowed('publish', topic)) return kind;
  if (kind === 'service') return null;
  const limits = deviceMessageLimits(topic);
  if (!limits) return kind;
  return payload.length > limits.maxBytes ? 'payload_too_large' : null;
}

/**
 * Prepares an authorised message for the retained store. A message of a kind that the contract does not retain is only
 * delivered. `clientId` identifies the publisher whose budget is charged; the api has no budget.
 */
export function chargeRetained(client: { id: string }, { kind }: Principal, packet: PublishPacket): void {
  if (kind === 'service') return;
  packet.retain &&= deviceMessageLimits(packet.topic)?.retained ?? false;
  if (packet.retain) Object.assign(packet, { clientId: client.id });
}
