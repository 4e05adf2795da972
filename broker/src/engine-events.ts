import type { Aedes, Client } from 'aedes';
import { dropReason } from './drop-reason.ts';
import { connectionOf } from './hooks/deps.ts';
import type { Parts } from './parts.ts';
import { credentialOf } from './principal.ts';

/** What stands in a SUBACK for a filter that was refused. */
const NOT_GRANTED = 128;

/** Follows what the engine reports: clients come and go, subscribe and fail; sessions and routes move with them. */
export function followEngine(aedes: Aedes, deps: Parts): void {
  const { profiles, retained, router, sessions, tally } = deps;

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

  // After the SUBACK is written: what is retained follows it.
  aedes.on('subscribe', (subscriptions, client) => {
    const session = sessions.get(client.id);
    for (const { topic, qos } of subscriptions) {
      if (!session || (qos as number) === NOT_GRANTED) continue;
      router.subscribe(session, topic, qos);
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

  const noteError = (client: Client, error: Error): void => {
    const reason = dropReason(error);
    if (reason === null) return;
    const { carrier, principal } = connectionOf(client);
    const example = { client: client.id, kind: principal?.kind, peer: carrier.peer, error: error.message };
    tally.note('connection dropped', reason, example);
  };
  aedes.on('clientError', noteError);
  aedes.on('connectionError', noteError);
}
