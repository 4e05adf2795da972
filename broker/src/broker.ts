import { Aedes, type Client } from 'aedes';
import { CLIENT_ID_MAX } from '@belfry/schemas/mqtt/client-id';
import { dropReason } from './drop-reason.ts';
import { connectionOf, createHooks, type HookDeps } from './hooks.ts';
import { Persistence } from './persistence/persistence.ts';
import type { RetainedStore } from './persistence/retained-store.ts';
import { credentialOf, type ClientKind } from './principal.ts';
import { Dropped, type Connection } from './transport/connection.ts';

/** Only bounds listeners and the engine's own queue, which the router does not use. */
const CONCURRENCY = 100_000;
const EXPIRY_INTERVAL_MS = 60_000;
const NOT_GRANTED = 128;

export type BrokerDeps = HookDeps & { retained: RetainedStore };

export type Broker = {
  /** Speaks MQTT on this connection until it ends. */
  handle(connection: Connection): void;
  /** Drops every connection of these credentials at once, and what is kept for them. Returns how many there were. */
  disconnect(kind: Exclude<ClientKind, 'service'>, ids: readonly string[]): number;
  /** Drops all clients and ends. */
  close(): Promise<void>;
};

/** The MQTT engine (Aedes) with our rules, our routing and our sessions behind its public hooks. */
export async function createBroker(deps: BrokerDeps): Promise<Broker> {
  const { authenticator, population, profiles, router, sessions, retained, tally, config } = deps;
  const aedes = await Aedes.createBroker({
    ...createHooks(deps),
    mq: router,
    persistence: new Persistence(sessions, retained, (client: Client) => {
      if (!client.closed) sessions.get(client.id)?.attach(connectionOf(client));
    }),
    concurrency: CONCURRENCY,
    connectTimeout: config.CONNECT_TIMEOUT_MS,
    // Packets in the same segment as the CONNECT wait here; one read (64 KiB) bounds them.
    queueLimit: CONCURRENCY,
    maxClientsIdLength: CLIENT_ID_MAX,
  });

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
  aedes.on('subscribe', (subscriptions, client) => {
    const session = sessions.get(client.id);
    for (const { topic, qos } of subscriptions) {
      if (!session || (qos as number) === NOT_GRANTED) continue;
      router.subscribe(session, topic, qos);
      session.sendRetained(retained.matching(topic, qos));
    }
  });
  aedes.on('unsubscribe', (filters, client) => {
    const session = sessions.get(client.id);
    if (!session) return;
    for (const filter of filters) {
      router.unsubscribe(session, filter);
      connectionOf(client).filters.delete(filter);
    }
  });
  const noteError = (client: Client, error: Error): void => {
    const reason = dropReason(error);
    if (reason === null) return;
    const { carrier, principal } = connectionOf(client);
    tally.note('connection dropped', reason, {
      client: client.id,
      kind: principal?.kind,
      peer: carrier.peer,
      error: error.message,
    });
  };
  aedes.on('clientError', noteError);
  aedes.on('connectionError', noteError);
  const expiry = setInterval(() => sessions.expire(performance.now()), EXPIRY_INTERVAL_MS).unref();

  return {
    handle: (connection) => void aedes.handle(connection),
    disconnect(kind, ids) {
      authenticator.revoke(ids);
      let count = 0;
      for (const id of ids) {
        for (const connection of population.of(kind, id)) {
          connection.destroy(new Dropped('revoked'));
          count++;
        }
        sessions.endAllOf(credentialOf(kind, id));
      }
      return count;
    },
    close: () => {
      clearInterval(expiry);
      return new Promise((resolve) => aedes.close(() => resolve()));
    },
  };
}
