import type { AedesOptions, Client, ConnectPacket, PublishPacket, Subscription } from 'aedes';
import { REFUSED, type Authenticator, type Refusal } from './authenticate.ts';
import type { Config } from './config.ts';
import type { Population } from './limits/population.ts';
import { applyProfile, type Profile } from './limits/profile.ts';
import { RefusedError } from './drop-reason.ts';
import type { ClientKind, Principal } from './principal.ts';
import type { Router } from './routing/router.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Tally } from './tally.ts';
import { Connection } from './transport/connection.ts';

export type HookDeps = {
  config: Config;
  authenticator: Authenticator;
  population: Population;
  profiles: Record<ClientKind, Profile>;
  router: Router;
  sessions: Sessions;
  tally: Tally;
  /** True once the broker shuts down. */
  isStopping: () => boolean;
  received: { messages: number };
};

/** The engine's client with the will it has not published; the type leaves it out. */
type WithWill = { _will?: { topic: string } | null; will?: { topic: string } | null };
type Done = (error: Error | null) => void;

export const connectionOf = (client: Client): Connection => {
  if (client.conn instanceof Connection) return client.conn;
  throw new TypeError('a client that came in by no carrier of ours');
};

type RefusedConnect = RefusedError & { returnCode: number };
const refusal = ({ code, reason }: Refusal): RefusedConnect =>
  Object.assign(new RefusedError(reason), { returnCode: code });

/** The engine's questions, answered: who is this, may they publish this, may they subscribe to that. */
export function createHooks(
  deps: HookDeps,
): Required<Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>> {
  const { config, authenticator, population, profiles, router, sessions, tally } = deps;
  /** What the CONNECT said and the engine does not pass on. */
  const asked = new WeakMap<Client, { clientId: string; clean: boolean }>();

  function preConnect(client: Client, packet: ConnectPacket, done: (error: Error | null, go: boolean) => void): void {
    asked.set(client, { clientId: packet.clientId ?? '', clean: packet.clean ?? true });
    packet.keepalive = Math.min(packet.keepalive || config.MAX_KEEPALIVE_S, config.MAX_KEEPALIVE_S);
    done(null, !deps.isStopping());
  }

  async function admit(client: Client, username = '', password = ''): Promise<Refusal | null> {
    const connection = connectionOf(client);
    const { peer, protocol } = connection.carrier;
    const { clientId, clean } = asked.get(client) ?? { clientId: '', clean: true };
    const isGone = () => connection.destroyed;
    const answer = await authenticator.authenticate({ clientId, clean, username, password, peer, protocol, isGone });
    if ('refusal' in answer) return answer.refusal;
    if (isGone()) return { code: REFUSED.unavailable, reason: 'gone' };
    return enter(client, connection, answer.principal);
  }

  function enter(client: Client, connection: Connection, principal: Principal): Refusal | null {
    const will = (client as WithWill)._will;
    if (will && !mayPublish(principal, will.topic)) return { code: REFUSED.notAllowed, reason: 'will' };
    if (!population.identify(connection, principal, client.id)) {
      return { code: REFUSED.unavailable, reason: 'too_many_connections' };
    }
    applyProfile(connection, profiles[principal.kind]);
    return null;
  }

  function authenticate(
    client: Client,
    username: Readonly<string | undefined>,
    password: Readonly<Buffer | undefined>,
    done: (error: RefusedConnect | null, success: boolean | null) => void,
  ): void {
    void decide(client, username, password?.toString('utf8'), done);
  }

  async function decide(
    client: Client,
    username: string | undefined,
    password: string | undefined,
    done: (error: RefusedConnect | null, success: boolean | null) => void,
  ): Promise<void> {
    const connection = connectionOf(client);
    try {
      const refused = await admit(client, username, password);
      if (!refused) return done(null, true);
      const { reason, error } = refused;
      tally.note('connect refused', reason, { client: client.id, peer: connection.carrier.peer, err: error });
      return done(refusal(refused), false);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  const mayPublish = (principal: Principal, topic: string): boolean =>
    topic.length <= config.MAX_TOPIC_LENGTH && principal.rights.allowed('publish', topic);

  /** Asked for every message, and once more for a last will. An error closes the connection (architecture, Who may do what). */
  function authorizePublish(client: Client | null, packet: PublishPacket, done: Done): void {
    const principal = client && connectionOf(client).principal;
    if (!client || !principal) return done(new RefusedError('nobody publishes'));
    if (client.closed && deps.isStopping()) return done(new RefusedError('no last wills at a planned stop'));
    if (mayPublish(principal, packet.topic)) {
      deps.received.messages++;
      return done(null);
    }
    tally.note('publish refused', principal.kind, { client: client.id, topic: packet.topic.slice(0, 100) });
    return done(new RefusedError('publish refused'));
  }

  /** Null refuses this one filter (128 in the SUBACK) and leaves the others of the packet alone. */
  function authorizeSubscribe(
    client: Client,
    subscription: Subscription,
    done: (error: Error | null, subscription?: Subscription | null) => void,
  ): void {
    const { principal, filters } = connectionOf(client);
    const { topic } = subscription;
    const reason = principal ? whyNotSubscribe(principal, topic, filters) : 'rights';
    if (reason === null) {
      filters.add(topic);
      return done(null, subscription);
    }
    // A session that comes back after its rights shrank must not keep what it had.
    const session = sessions.get(client.id);
    if (session) router.unsubscribe(session, topic);
    tally.note('subscribe refused', reason, { client: client.id, topic: topic.slice(0, 100) });
    return done(null, null);
  }

  function whyNotSubscribe(
    principal: Principal,
    topic: string,
    filters: ReadonlySet<string>,
  ): 'rights' | 'limit' | null {
    if (topic.length > config.MAX_TOPIC_LENGTH || !principal.rights.allowed('subscribe', topic)) return 'rights';
    return filters.has(topic) || filters.size < profiles[principal.kind].maxSubscriptions ? null : 'limit';
  }

  return { preConnect, authenticate, authorizePublish, authorizeSubscribe };
}
