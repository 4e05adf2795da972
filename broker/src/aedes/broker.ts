import { Aedes, type Client } from 'aedes';
import { CLIENT_ID_MAX } from '@belfry/schemas/mqtt/client-id';
import { connectHooks } from './connect-hooks.ts';
import { Emitter } from './emitter.ts';
import { handleAedesEvents } from './events.ts';
import { connectionOf } from './hook-deps.ts';
import { permissionHooks } from './permission-hooks.ts';
import type { BrokerDeps } from '../deps.ts';
import { Persistence } from './persistence.ts';
import { credentialOf, type ClientKind } from '../principal.ts';
import type { Connection } from '../transport/connection.ts';
import { ConnectionDroppedError } from '../transport/connection-dropped-error.ts';

/** Limits only the stream listeners and the queue of the default emitter, which is not used. */
const CONCURRENCY = 100_000;
/** Packets in the same segment as the CONNECT wait in this queue; one read (64 KiB) limits them. */
const QUEUE_LIMIT = 100_000;
const EXPIRY_INTERVAL_MS = 60_000;

export type Broker = {
  /** Handles MQTT on this connection until it ends. */
  handle: (connection: Connection) => void;
  /** Drops all connections and sessions of these credentials. Returns the number of connections. */
  disconnect: (kind: Exclude<ClientKind, 'service'>, ids: readonly string[]) => number;
  /** Drops all clients and stops. */
  close: () => Promise<void>;
};

/**
 * Creates Aedes with the broker's own authorisation, routing and sessions behind its public hooks. Nothing in it is patched; the end of the
 * CONNECT of a clean session uses fields that Aedes does not publish (`completeCleanConnect`).
 */
export async function createBroker(deps: BrokerDeps): Promise<Broker> {
  const { authenticator, connectionRegistry, router, sessions, retained, config } = deps;
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
  const expiry = setInterval(() => sessions.expire(performance.now()), EXPIRY_INTERVAL_MS).unref();

  const disconnectCredential = (kind: ClientKind, id: string): number => {
    const connections = connectionRegistry.findByCredential(kind, id);
    for (const connection of connections) connection.destroy(new ConnectionDroppedError('revoked'));
    sessions.endAllOf(credentialOf(kind, id));
    return connections.length;
  };

  return {
    handle: (connection) => void aedes.handle(connection),
    disconnect(kind, ids) {
      authenticator.revoke(ids);
      return ids.reduce((count, id) => count + disconnectCredential(kind, id), 0);
    },
    close: () => {
      clearInterval(expiry);
      return new Promise((resolve) => aedes.close(() => resolve()));
    },
  };
}
