import { Aedes, type Client } from 'aedes';
import { CLIENT_ID_MAX } from '@belfry/schemas/mqtt/client-id';
import { followEngine } from './engine-events.ts';
import { connectHooks } from './hooks/connect.ts';
import { connectionOf } from './hooks/deps.ts';
import { permissionHooks } from './hooks/permissions.ts';
import type { Parts } from './parts.ts';
import { Persistence } from './persistence/persistence.ts';
import { credentialOf, type ClientKind } from './principal.ts';
import { Dropped, type Connection } from './transport/connection.ts';

/** Only bounds listeners and the engine's own queue, which the router does not use. */
const CONCURRENCY = 100_000;
/** Packets in the same segment as the CONNECT wait here; what one read takes in (64 KiB) bounds them. */
const QUEUE_LIMIT = 100_000;
const EXPIRY_INTERVAL_MS = 60_000;

export type Broker = {
  /** Speaks MQTT on this connection until it ends. */
  handle: (connection: Connection) => void;
  /** Drops every connection of these credentials at once, and what is kept for them. Returns how many there were. */
  disconnect: (kind: Exclude<ClientKind, 'service'>, ids: readonly string[]) => number;
  /** Drops all clients and ends. */
  close: () => Promise<void>;
};

/** The MQTT engine (Aedes) with our rules, our routing and our sessions behind its public hooks; nothing in it is patched. */
export async function createBroker(deps: Parts): Promise<Broker> {
  const { authenticator, population, router, sessions, retained, config } = deps;
  const connected = (client: Client): void => {
    if (!client.closed) sessions.get(client.id)?.attach(connectionOf(client));
  };
  const aedes = await Aedes.createBroker({
    ...connectHooks(deps),
    ...permissionHooks(deps),
    mq: router,
    persistence: new Persistence(sessions, retained, connected),
    concurrency: CONCURRENCY,
    queueLimit: QUEUE_LIMIT,
    connectTimeout: config.CONNECT_TIMEOUT_MS,
    maxClientsIdLength: CLIENT_ID_MAX,
  });
  followEngine(aedes, deps);
  const expiry = setInterval(() => sessions.expire(performance.now()), EXPIRY_INTERVAL_MS).unref();

  const dropAllOf = (kind: ClientKind, id: string): number => {
    const connections = population.of(kind, id);
    for (const connection of connections) connection.destroy(new Dropped('revoked'));
    sessions.endAllOf(credentialOf(kind, id));
    return connections.length;
  };

  return {
    handle: (connection) => void aedes.handle(connection),
    disconnect(kind, ids) {
      authenticator.revoke(ids);
      return ids.reduce((count, id) => count + dropAllOf(kind, id), 0);
    },
    close: () => {
      clearInterval(expiry);
      return new Promise((resolve) => aedes.close(() => resolve()));
    },
  };
}
