import { ENGINE_RETAINS } from '../../config/engine.ts';
import type { ManagementSettings, MqttEngine } from '../../mqtt-engine.ts';
import { createManagement } from '../management.ts';
import { shardRoutesFor } from './shard-routes.ts';

/** Calls at the same time: there is one for each user name. */
const CALLS_AT_ONCE = 16;
const NOT_FOUND = 404;

/** RabbitMQ with its MQTT, Web-MQTT, management and HTTP authentication plugins. */
export function createRabbitmqEngine(settings: ManagementSettings & { INGEST_SHARDS: number }): MqttEngine {
  const call = createManagement(settings, [NOT_FOUND]);

  return {
    name: 'rabbitmq',
    shardRoutes: shardRoutesFor(settings),
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
