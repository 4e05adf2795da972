import { sessionIdOf } from '@belfry/schemas/mqtt/client-id';
import type { AedesOptions, Client } from 'aedes';
import { REFUSED, type Answer, type Refusal } from '../authenticate.ts';
import { RefusedError } from '../drop-reason.ts';
import { applyProfile } from '../limits/profile.ts';
import { ownCopy } from '../persistence/own-copy.ts';
import type { Principal } from '../principal.ts';
import { connectionOf, type HookDeps } from './deps.ts';
import { whyNotPublish } from './publishing.ts';

type ConnectHooks = Required<Pick<AedesOptions, 'preConnect' | 'authenticate'>>;
type Credentials = { username: string | undefined; password: string | undefined };

type Will = { topic: string; payload: Buffer };

/** The engine publishes `_will` as the client's last will once it is in; its type leaves it out. */
const willOf = (client: Client): Will | null => (client as { _will?: Will | null })._will ?? null;

const refusal = ({ code, reason }: Refusal): RefusedError & { returnCode: number } =>
  Object.assign(new RefusedError(reason), { returnCode: code });

/** Who may come in. The engine answers a refusal with its code in the CONNACK and closes. */
export function connectHooks(deps: HookDeps): ConnectHooks {
  const { config, authenticator, population, profiles, tally } = deps;
  /** What the CONNECT said and the engine does not pass on. */
  const hellos = new WeakMap<Client, { clientId: string; clean: boolean }>();

  function ask(client: Client, { username = '', password = '' }: Credentials): Promise<Answer> {
    const connection = connectionOf(client);
    const { peer, protocol } = connection.carrier;
    const { clientId, clean } = hellos.get(client) ?? { clientId: '', clean: true };
    const isGone = () => connection.destroyed;
    return authenticator.authenticate({ clientId, clean, username, password, peer, protocol, isGone });
  }

  function enter(client: Client, principal: Principal): Refusal | null {
    const connection = connectionOf(client);
    if (connection.destroyed) return { code: REFUSED.unavailable, reason: 'gone' };
    const will = willOf(client);
    if (will && whyNotPublish(deps, principal, will)) return { code: REFUSED.notAllowed, reason: 'will' };
    if (!population.identify(connection, principal, client.id)) {
      return { code: REFUSED.unavailable, reason: 'too_many_connections' };
    }
    if (will) will.payload = ownCopy(will.payload);
    applyProfile(connection, profiles[principal.kind]);
    return null;
  }

  const decide: (
    ...given: [Client, Credentials, Parameters<ConnectHooks['authenticate']>[3]]
  ) => Promise<void> = async (client, credentials, done) => {
    const connection = connectionOf(client);
    try {
      const answer = await ask(client, credentials);
      const refused = 'refusal' in answer ? answer.refusal : enter(client, answer.principal);
      if (!refused) return done(null, true);
      const { reason, error } = refused;
      tally.note('connect refused', reason, { client: client.id, peer: connection.carrier.peer, err: error });
      return done(refusal(refused), false);
    } catch (error) {
      connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    preConnect(client, packet, done) {
      population.connectReceived(connectionOf(client));
      const { clientId, clean = true, username = '' } = packet;
      hellos.set(client, { clientId, clean });
      packet.clientId = sessionIdOf(username, clientId);
      packet.keepalive = Math.min(packet.keepalive || config.MAX_KEEPALIVE_S, config.MAX_KEEPALIVE_S);
      done(null, !deps.isStopping());
    },
    authenticate(client, username, password, done) {
      void decide(client, { username, password: password?.toString('utf8') }, done);
    },
  };
}
