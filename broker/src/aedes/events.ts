import { parseShardFilter } from '@belfry/schemas/mqtt/shards';
import type { Aedes, Client } from 'aedes';
import { dropReason } from './drop-reason.ts';
import { connectionOf } from './hook-deps.ts';
import type { BrokerDeps } from '../deps.ts';
import { credentialOf } from '../principal.ts';

/** The SUBACK return code of a refused filter. */
const NOT_GRANTED = 128;

/** Updates sessions and routes on the events of Aedes, and counts dropped connections. */
export function handleAedesEvents(aedes: Aedes, deps: BrokerDeps): void {
  const { profiles, retained, router, sessions, refusals } = deps;

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
    for (const { topic, qos } of subscriptions) {
      if (!session || (qos as number) === NOT_GRANTED) continue;
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
