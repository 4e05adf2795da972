import type { AedesOptions } from 'aedes';
import { RefusedError } from './drop-reason.ts';
import type { Connection } from '../transport/connection.ts';
import { connectionOf, type HookDeps } from './hook-deps.ts';
import { chargeRetained, publishRefusalReason } from './publishing.ts';

const LOGGED_TOPIC_LENGTH = 100;

/** Authorises PUBLISH and SUBSCRIBE with the rights that the authentication returned. */
export function permissionHooks(
  deps: HookDeps,
): Required<Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe'>> {
  const { config, profiles, router, sessions, refusals, received } = deps;

  function subscribeRefusalReason({ principal, filters }: Connection, topic: string): 'rights' | 'limit' | null {
    if (!principal || topic.length > config.MAX_TOPIC_LENGTH) return 'rights';
    if (!principal.rights.allowed('subscribe', topic)) return 'rights';
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
