import type { AedesOptions } from 'aedes';
import { RefusedError } from '../drop-reason.ts';
import type { Connection } from '../transport/connection.ts';
import { connectionOf, type HookDeps } from './deps.ts';
import { chargeRetained, whyNotPublish } from './publishing.ts';

const LOGGED_TOPIC_LENGTH = 100;

/** Who may publish and subscribe what, by the rights that came with the authentication. */
export function permissionHooks(
  deps: HookDeps,
): Required<Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe'>> {
  const { config, profiles, router, sessions, tally, received } = deps;

  function whyNotSubscribe({ principal, filters }: Connection, topic: string): 'rights' | 'limit' | null {
    if (!principal || topic.length > config.MAX_TOPIC_LENGTH) return 'rights';
    if (!principal.rights.allowed('subscribe', topic)) return 'rights';
    if (principal.kind !== 'service' && topic.split('/').length > config.MAX_FILTER_LEVELS) return 'limit';
    return filters.has(topic) || filters.size < profiles[principal.kind].maxSubscriptions ? null : 'limit';
  }

  return {
    /** Asked for every message, and once more for a last will. An error closes the connection. */
    authorizePublish(client, packet, done) {
      const principal = client && connectionOf(client).principal;
      if (!client || !principal) return done(new RefusedError('nobody publishes'));
      if (client.closed && deps.isStopping()) return done(new RefusedError('no last wills at a planned stop'));
      const reason = whyNotPublish(deps, principal, packet);
      if (reason === null) {
        received.messages++;
        chargeRetained(client, principal, packet);
        return done(null);
      }
      const topic = packet.topic.slice(0, LOGGED_TOPIC_LENGTH);
      tally.note('publish refused', reason, { client: client.id, topic, bytes: packet.payload.length });
      return done(new RefusedError('publish refused'));
    },

    /** Null refuses this one filter (128 in the SUBACK) and leaves the others of the packet alone. */
    authorizeSubscribe(client, subscription, done) {
      const connection = connectionOf(client);
      const { topic } = subscription;
      const reason = whyNotSubscribe(connection, topic);
      if (reason === null) {
        connection.filters.add(topic);
        return done(null, subscription);
      }
      // A session that comes back after its rights shrank must not keep what it had.
      const session = sessions.get(client.id);
      if (session) router.unsubscribe(session, topic);
      tally.note('subscribe refused', reason, { client: client.id, topic: topic.slice(0, LOGGED_TOPIC_LENGTH) });
      return done(null, null);
    },
  };
}
