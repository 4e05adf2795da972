import { sessionIdOf } from '@belfry/schemas/mqtt/client-id';
import type { AedesOptions, Client, ConnectPacket } from 'aedes';
import { applyProfile } from '../limits/client-profile.ts';
import { completeCleanConnect } from './clean-connect.ts';
import type { Principal } from '../principal.ts';
import { connectionOf, type HookDeps, RefusedError } from './hook-deps.ts';
import { copyPayload } from '../retained/retained-store.ts';
import { REFUSED, type AuthenticationResult, type Refusal } from '../authentication/authenticator.ts';
import { publishRefusalReason } from './permission-hooks.ts';

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
export function connectHooks(deps: HookDeps, onConnected: (client: Client) => void): ConnectHooks {
  const { config, connectionRegistry, profiles, refusals } = deps;
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
