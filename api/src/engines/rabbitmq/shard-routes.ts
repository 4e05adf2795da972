import { shardOf, ingestClientId } from '@belfry/schemas/mqtt/shards';
import { filters } from '@belfry/schemas/mqtt/topics';
import { ingestFilters } from '../../mqtt/ingest/ingest-filters.ts';
import type { ManagementSettings, ShardRoutes } from '../../mqtt-engine.ts';
import { createManagement } from '../management.ts';

const NOT_FOUND = 404;
/** Serials are remembered up to this number, about 30 MB; then all are forgotten, and asking again changes nothing. */
const MAX_KNOWN = 300_000;

/** A filter in the words of RabbitMQ. */
const keyOf = (filter: string): string => filter.replaceAll('/', '.').replaceAll('+', '*');
const queueOf = (shard: number, shards: number): string => `mqtt-subscription-${ingestClientId(shard, shards)}qos1`;
const divisionOf = (shards: number): string => `belfry.ingest.${shards}`;
const remainderOf = (shards: number): string => `belfry.remainder.${shards}`;

/**
 * `amq.topic` passes what the api ingests on to an exchange of this number of shards, which has one binding for each device that does
 * not belong to shard 0, to the queue of its session. What has no binding goes to the session of shard 0, so nothing is ever
 * lost for want of a binding. Bindings outlive the connections of the sessions.
 */
export function createShardRoutes(settings: ManagementSettings, shards: number): ShardRoutes {
  const call = createManagement(settings);
  const callIfPresent = createManagement(settings, [NOT_FOUND]);
  const [division, remainder] = [divisionOf(shards), remainderOf(shards)];
  const known = new Set<string>();

  return {
    // Nobody publishes there: the subscription makes RabbitMQ create the queue.
    filterOf: (shard) => `belfry/ingest/${shard}/${shards}`,

    async open() {
      await call('PUT', `/api/exchanges/%2F/${remainder}`, { type: 'fanout', durable: true });
      await call('POST', `/api/bindings/%2F/e/${remainder}/q/${queueOf(0, shards)}`, { routing_key: '' });
      const definition = { type: 'topic', durable: true, arguments: { 'alternate-exchange': remainder } };
      await call('PUT', `/api/exchanges/%2F/${division}`, definition);
      for (const filter of ingestFilters)
        await call('POST', `/api/bindings/%2F/e/amq.topic/e/${division}`, { routing_key: keyOf(filter) });
    },

    async add(serial, { again = false } = {}) {
      const shard = shardOf(serial, shards);
      if (shard === 0 || (known.has(serial) && !again)) return;
      const routing_key = keyOf(filters.everythingOfDevice(serial));
      await call('POST', `/api/bindings/%2F/e/${division}/q/${queueOf(shard, shards)}`, { routing_key });
      if (known.size >= MAX_KNOWN) known.clear();
      known.add(serial);
    },

    async forget(serial) {
      const shard = shardOf(serial, shards);
      if (shard === 0) return;
      known.delete(serial);
      // RabbitMQ names a binding without arguments after its key, escaped once more than the path.
      const name = encodeURIComponent(encodeURIComponent(keyOf(filters.everythingOfDevice(serial))));
      await callIfPresent('DELETE', `/api/bindings/%2F/e/${division}/q/${queueOf(shard, shards)}/${name}`);
    },

    async remove(unused) {
      for (const exchange of [divisionOf(unused), remainderOf(unused)])
        await callIfPresent('DELETE', `/api/exchanges/%2F/${exchange}`);
    },
  };
}

/** Null where one session receives everything. */
export const shardRoutesFor = (settings: ManagementSettings & { INGEST_SHARDS: number }): ShardRoutes | null =>
  settings.INGEST_SHARDS === 1 ? null : createShardRoutes(settings, settings.INGEST_SHARDS);
