import { Aedes, type Client, type AedesOptions, type ConnectPacket } from 'aedes';
import { CLIENT_ID_MAX, sessionIdOf } from '@belfry/schemas/mqtt/client-id';
import { parseShardFilter } from '@belfry/schemas/mqtt/shards';
import { Emitter } from './emitter.ts';
import { connectionOf, RefusedError, type HookDeps } from './hook-deps.ts';
import { permissionHooks, publishRefusalReason } from './permission-hooks.ts';
import type { BrokerDeps } from '../deps.ts';
import { Persistence } from './persistence.ts';
import { credentialOf, type ClientKind, type Principal } from '../principal.ts';
import { type Connection, ConnectionDroppedError } from '../transport/connection.ts';
import { applyProfile } from '../limits/client-profile.ts';
import { completeCleanConnect } from './clean-connect.ts';
import { isPageTopic } from '../routing/invitations.ts';
import { createLivePages, type LivePages } from '../routing/live-pages.ts';
import { copyPayload } from '../retained/retained-store.ts';
import { REFUSED, type AuthenticationResult, type Refusal } from '../authentication/authenticator.ts';

type ConnectHooks = Required<Pick<AedesOptions, 'preConnect' | 'authenticate'>>;
type AuthenticateDone = Parameters<ConnectHooks['authenticate']>[3];
type Credentials = { username: string | undefined; password: string | undefined };
type ConnectFields = { clientId: string; packet: ConnectPacket };
type Will = { topic: string; payload: Buffer };
/** Aedes publishes `_will` as the last will of the client when it is connected; its type declarations omit the field. */
const willOf = (client: Client): Will | null => (client as { _will?: Will | null })._will ?? null;
const refusal = ({ code, reason }: Refusal): RefusedError & { returnCode: number } =>
  Object.assign(new RefusedError(reason), { returnCode: code });
/**
 * Authenticates clients. Aedes answers a refusal with its code in the CONNACK and closes the connection.
 * @param onConnected called with each client of a clean session when its CONNACK is written
 */
function connectHooks(deps: HookDeps, onConnected: (client: Client) => void): ConnectHooks {
  const { config, connectionRegistry, profiles, refusals, twins } = deps;
  /** Fields of the CONNECT that Aedes does not pass to `authenticate`. */
  const connectRequests = new WeakMap<Client, ConnectFields>();

  function takeRequest(client: Client): ConnectFields {
    const request = connectRequests.get(client);
    if (!request) throw new TypeError('authentication of a client without a CONNECT');
    connectRequests.delete(client);
    // The parser keeps the packet for as long as the connection, and the password the whole chunk that was read.
    Object.assign(request.packet, { password: undefined });
    return request;
  }

  function accept(client: Client, principal: Principal): Refusal | null {
    const connection = connectionOf(client);
    if (connection.destroyed) return { code: REFUSED.unavailable, reason: 'gone' };
    const will = willOf(client);
    if (will && publishRefusalReason(deps, principal, will)) return { code: REFUSED.notAllowed, reason: 'will' };
    if (principal.kind === 'device') {
      const held = connectionRegistry.findByCredential('device', principal.id).find(({ destroyed }) => !destroyed);
      const { peer } = connection.transport;
      if (!twins.admits(principal.id, peer, held, performance.now()))
        return { code: REFUSED.identifier, reason: 'two_devices' };
    }
    if (!connectionRegistry.identify(connection, principal, client.id)) {
      return { code: REFUSED.unavailable, reason: 'too_many_connections' };
    }
    if (will) will.payload = copyPayload(will.payload);
    applyProfile(connection, profiles[principal.kind]);
    return null;
  }

  async function authenticateClient(client: Client, credentials: Credentials, done: AuthenticateDone): Promise<void> {
    const connection = connectionOf(client);
    try {
      const { clientId, packet } = takeRequest(client);
      const answer = await ask(deps, client, clientId, credentials);
      const refused = 'refusal' in answer ? answer.refusal : accept(client, answer.principal);
      if (!refused && client.clean) return completeCleanConnect(client, packet, onConnected);
      if (!refused) return done(null, true);
      const { reason, error } = refused;
      refusals.count('connect refused', reason, { client: client.id, peer: connection.transport.peer, err: error });
      return done(refusal(refused), false);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    preConnect(client, packet, done) {
      connectionRegistry.connectReceived(connectionOf(client));
      const { clientId, username = '' } = packet;
      connectRequests.set(client, { clientId, packet });
      packet.clientId = sessionIdOf(username, clientId);
      packet.keepalive = Math.min(packet.keepalive || config.MAX_KEEPALIVE_S, config.MAX_KEEPALIVE_S);
      done(null, !deps.isStopping());
    },
    authenticate(client, username, password, done) {
      void authenticateClient(client, { username, password: password?.toString('utf8') }, done);
    },
  };
}
function ask(
  { authenticator }: HookDeps,
  client: Client,
  clientId: string,
  { username = '', password = '' }: Credentials,
): Promise<AuthenticationResult> {
  const connection = connectionOf(client);
  const { peer, protocol } = connection.transport;
  const isGone = () => connection.destroyed;
  return authenticator.authenticate({ clientId, clean: client.clean, username, password, peer, protocol, isGone });
}

/** Limits only the stream listeners and the queue of the default emitter, which is not used. */
const CONCURRENCY = 100_000;
/** Packets in the same segment as the CONNECT wait in this queue; one read (64 KiB) limits them. */
const QUEUE_LIMIT = 100_000;
const EXPIRY_INTERVAL_MS = 60_000;

export type Broker = Pick<LivePages, 'invite' | 'closePage'> & {
  handle: (connection: Connection) => void;
  /** Drops all connections and sessions of these credentials. Returns the number of connections. */
  disconnect: (kind: Exclude<ClientKind, 'service'>, ids: readonly string[]) => number;
  close: () => Promise<void>;
};

/**
 * Creates Aedes with the broker's own authorisation, routing and sessions behind its public hooks. Nothing in it is patched; the end of the
 * CONNECT of a clean session uses fields that Aedes does not publish (`completeCleanConnect`).
 */
export async function createBroker(deps: BrokerDeps): Promise<Broker> {
  const { authenticator, connectionRegistry, invitations, router, sessions, retained, twins, config } = deps;
  const { expire, ...pages } = createLivePages(deps);
  const onConnected = (client: Client): void => {
    if (!client.closed) sessions.get(client.id)?.attach(connectionOf(client));
  };
  const aedes = await Aedes.createBroker({
    ...connectHooks(deps, onConnected),
    ...permissionHooks(deps),
    mq: new Emitter(router),
    persistence: new Persistence(sessions, retained, onConnected),
    concurrency: CONCURRENCY,
    queueLimit: QUEUE_LIMIT,
    connectTimeout: config.CONNECT_TIMEOUT_MS,
    maxClientsIdLength: CLIENT_ID_MAX,
  });
  handleAedesEvents(aedes, deps);
  const sweep = (): void => {
    sessions.expire(performance.now());
    expire(Date.now());
    twins.expire(performance.now());
  };
  const expiry = setInterval(sweep, EXPIRY_INTERVAL_MS).unref();

  const disconnectCredential = (kind: ClientKind, id: string): number => {
    const connections = connectionRegistry.findByCredential(kind, id);
    for (const connection of connections) connection.destroy(new ConnectionDroppedError('revoked'));
    sessions.endAllOf(credentialOf(kind, id));
    return connections.length;
  };

  return {
    ...pages,
    handle: (connection) => void aedes.handle(connection),
    disconnect(kind, ids) {
      authenticator.revoke(ids);
      if (kind === 'device')
        for (const id of ids) {
          invitations.revoke(id);
          twins.forget(id);
        }
      return ids.reduce((count, id) => count + disconnectCredential(kind, id), 0);
    },
    close: () => {
      clearInterval(expiry);
      return new Promise((resolve) => aedes.close(() => resolve()));
    },
  };
}

/** The SUBACK return code of a refused filter. */
const NOT_GRANTED = 128;

function handleAedesEvents(aedes: Aedes, deps: BrokerDeps): void {
  const { invitations, profiles, retained, router, sessions, refusals } = deps;

  aedes.on('client', (client) => {
    const { principal } = connectionOf(client);
    if (!principal) return;
    const owner = credentialOf(principal.kind, principal.id);
    sessions.open({ id: client.id, owner, persistent: !client.clean, limits: profiles[principal.kind].session });
  });

  aedes.on('clientDisconnect', (client) => {
    const session = sessions.get(client.id);
    if (session) sessions.detach(session, performance.now());
  });

  // Emitted after the SUBACK is written, so retained messages follow it.
  aedes.on('subscribe', (subscriptions, client) => {
    const session = sessions.get(client.id);
    const { principal } = connectionOf(client);
    // The page may have ended since the filter was granted.
    const isOver = (topic: string): boolean =>
      isPageTopic(topic) && principal?.kind === 'device' && !invitations.allows(principal.id, topic);
    for (const { topic, qos } of subscriptions) {
      if (!session || (qos as number) === NOT_GRANTED || isOver(topic)) continue;
      router.subscribe(session, topic, qos);
      const sharded = parseShardFilter(topic);
      if (sharded) session.limitToShard(sharded.shards);
      session.sendRetained(topic, retained.matching(topic, qos));
    }
  });

  aedes.on('unsubscribe', (filters, client) => {
    const session = sessions.get(client.id);
    for (const filter of filters) {
      if (session) router.unsubscribe(session, filter);
      connectionOf(client).filters.delete(filter);
    }
  });

  const countError = (client: Client, error: Error): void => {
    const reason = dropReason(error);
    if (reason === null) return;
    const { transport, principal } = connectionOf(client);
    const example = { client: client.id, kind: principal?.kind, peer: transport.peer, error: error.message };
    refusals.count('connection dropped', reason, example);
  };
  aedes.on('clientError', countError);
  aedes.on('connectionError', countError);
}

/** The errors of Aedes that are recognised by their message, because they have no code. */
const AEDES_ERRORS: Record<string, string | null> = {
  'connect did not arrive in time': 'connect_timeout',
  'keep alive timeout': 'keepalive',
  // Aedes wrote to a closed client, whose end is counted by its own cause.
  'connection closed': null,
};
const NETWORK_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Why a connection ended, as a metric label of a closed set; null when it is counted elsewhere. */
export function dropReason(error: Error & { code?: string }): string | null {
  if (error instanceof RefusedError) return null;
  if (error instanceof ConnectionDroppedError) return error.reason;
  if (error.code !== undefined && NETWORK_CODES.has(error.code)) return 'network';
  const reason = AEDES_ERRORS[error.message];
  return reason === undefined ? 'protocol' : reason;
}
