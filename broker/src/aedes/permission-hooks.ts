import { isIP } from 'node:net';
import type { AedesOptions, PublishPacket } from 'aedes';
import { deviceMessageLimits } from '@belfry/schemas/mqtt/device-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Connection } from '../transport/connection.ts';
import { isPageTopic } from '../routing/invitations.ts';
import { connectionOf, type HookDeps, RefusedError } from './hook-deps.ts';
import type { ClientKind, Principal } from '../principal.ts';

const LOGGED_TOPIC_LENGTH = 100;

export function permissionHooks(
  deps: HookDeps,
): Required<Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe'>> {
  const { config, invitations, profiles, router, sessions, refusals, received, twins } = deps;

  /** By the access list, or as a device that is invited to a live page. */
  const mayHear = ({ kind, id, rights }: Principal, filter: string): boolean =>
    rights.allowed('subscribe', filter) || (kind === 'device' && invitations.allows(id, filter));

  function subscribeRefusalReason({ principal, filters }: Connection, topic: string): 'rights' | 'limit' | null {
    if (!principal || topic.length > config.MAX_TOPIC_LENGTH) return 'rights';
    if (!mayHear(principal, topic)) return 'rights';
    if (principal.kind !== 'service' && topic.split('/').length > config.MAX_FILTER_LEVELS) return 'limit';
    return filters.has(topic) || filters.size < profiles[principal.kind].maxSubscriptions ? null : 'limit';
  }

  return {
    /** Called for every message, and for a last will. An error closes the connection. */
    authorizePublish(client, packet, done) {
      const principal = client && connectionOf(client).principal;
      if (!client || !principal) return done(new RefusedError('not authenticated'));
      if (client.closed && deps.isStopping()) return done(new RefusedError('no last wills at a planned stop'));
      const reason = publishRefusalReason(deps, principal, packet);
      if (reason === null) {
        received.messages++;
        // Frames of a live page are for those who hear it now.
        if (isPageTopic(packet.topic)) packet.retain = false;
        if (principal.kind === 'device' && packet.topic === topics.status(principal.id)) {
          const status = readStatus(packet.payload);
          if (status) twins.noteStatus(principal.id, connectionOf(client), status.ip);
          // The contract retains it: else a last will before would stay what consoles see.
          packet.retain ||= status !== null;
        }
        chargeRetained(client, principal, packet);
        return done(null);
      }
      const topic = packet.topic.slice(0, LOGGED_TOPIC_LENGTH);
      refusals.count('publish refused', reason, { client: client.id, topic, bytes: packet.payload.length });
      return done(new RefusedError('publish refused'));
    },

    /** Null refuses this filter (128 in the SUBACK) and does not affect the other filters of the packet. */
    authorizeSubscribe(client, subscription, done) {
      const connection = connectionOf(client);
      const { topic } = subscription;
      const reason = subscribeRefusalReason(connection, topic);
      if (reason === null) {
        connection.filters.add(topic);
        return done(null, subscription);
      }
      // A resumed session whose rights were reduced must not keep its earlier subscription.
      const session = sessions.get(client.id);
      if (session) router.unsubscribe(session, topic);
      refusals.count('subscribe refused', reason, { client: client.id, topic: topic.slice(0, LOGGED_TOPIC_LENGTH) });
      return done(null, null);
    },
  };
}

/** The address in the status of a device; null: it is no status. */
function readStatus(payload: Buffer | string): { ip: string | null } | null {
  try {
    const { status, ip } = JSON.parse(payload.toString()) as { status?: unknown; ip?: unknown };
    return typeof status === 'string' ? { ip: typeof ip === 'string' && isIP(ip) ? ip : null } : null;
  } catch {
    return null;
  }
}

/** The kind of the client if it has no right to the topic. */
type PublishRefusal = ClientKind | 'payload_too_large';

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
function chargeRetained(client: { id: string }, { kind }: Principal, packet: PublishPacket): void {
  if (kind === 'service') return;
  packet.retain &&= deviceMessageLimits(packet.topic)?.retained ?? false;
  if (packet.retain) Object.assign(packet, { clientId: client.id });
}
