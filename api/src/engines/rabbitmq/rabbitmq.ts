import { ENGINE_RETAINS } from '../../config/engine.ts';
import type { ManagementSettings, MqttEngine, ShardRoutes } from '../../mqtt-engine.ts';
import { shardOf, ingestClientId } from '@belfry/schemas/mqtt/shards';
import { filters } from '@belfry/schemas/mqtt/topics';
import { ingestFilters } from '../../mqtt/ingest/ingest.ts';

/** Calls at the same time: there is one for each user name. */
const CALLS_AT_ONCE = 16;
const NOT_FOUND = 404;

export function createRabbitmqEngine(settings: ManagementSettings & { INGEST_SHARDS: number }): MqttEngine {
  const call = createManagement(settings, [NOT_FOUND]);

  return {
    name: 'rabbitmq',
    shardRoutes: shardRoutesFor(settings),
    // It asks about each subscription; see routes.ts.
    pages: null,
    publishesWillsOfDisconnected: false,
    retains: ENGINE_RETAINS.rabbitmq,
    async disconnect(_kind, ids) {
      const left = ids.values();
      const work = async (): Promise<void> => {
        for (const id of left) await call('DELETE', `/api/connections/username/${encodeURIComponent(id)}`);
      };
      await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, ids.length) }, work));
    },
  };
}

/** Serials are remembered up to this number, about 30 MB; then all are forgotten, and asking again changes nothing. */
const MAX_KNOWN = 300_000;

/** An MQTT filter as an AMQP routing key. */
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
  const declaredNames = new Set<string>();

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
      if (shard === 0 || (declaredNames.has(serial) && !again)) return;
      const routing_key = keyOf(filters.everythingOfDevice(serial));
      await call('POST', `/api/bindings/%2F/e/${division}/q/${queueOf(shard, shards)}`, { routing_key });
      if (declaredNames.size >= MAX_KNOWN) declaredNames.clear();
      declaredNames.add(serial);
    },

    async forget(serial) {
      const shard = shardOf(serial, shards);
      if (shard === 0) return;
      declaredNames.delete(serial);
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

const TIMEOUT_MS = 1_000;

export type ManagementCall = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

/**
 * Makes calls with HTTP Basic credentials. They resolve to the parsed body, null where it is empty, and reject with the status
 * for an answer that is not 2xx.
 * @param accepted further statuses that count as success
 */
export function createManagement(
  { MQTT_ENGINE_URL = '', MQTT_ENGINE_USER = '', MQTT_ENGINE_PASSWORD = '' }: ManagementSettings,
  accepted: readonly number[] = [],
): ManagementCall {
  const base = MQTT_ENGINE_URL.replace(/\/$/, '');
  const credentials = Buffer.from(`${MQTT_ENGINE_USER}:${MQTT_ENGINE_PASSWORD}`).toString('base64');

  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok && !accepted.includes(response.status))
      throw new Error(`the management of the MQTT engine answered ${response.status}`);
    return response.ok && text !== '' ? (JSON.parse(text) as unknown) : null;
  };
}
