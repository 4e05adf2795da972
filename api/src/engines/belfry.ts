import type { DisconnectBody } from '@belfry/schemas/http/service/internal';
import { ENGINE_RETAINS } from '../config/engine.ts';
import type { Config } from '../config/config.ts';
import type { MqttEngine } from '../mqtt-engine.ts';

const TIMEOUT_MS = 1_000;
/** The schema's limit. */
const MAX_IDS_PER_CALL = 10_000;

/** The broker in the box. */
export function createBelfryEngine({
  BROKER_HTTP_URL,
  SERVICE_SECRET,
}: Pick<Config, 'BROKER_HTTP_URL' | 'SERVICE_SECRET'>): MqttEngine {
  const url = new URL('/internal/connections/disconnect', BROKER_HTTP_URL);

  const post = async (body: DisconnectBody): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SERVICE_SECRET}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`the broker answered ${response.status}`);
  };

  return {
    name: 'belfry',
    shardRoutes: null,
    publishesWillsOfDisconnected: true,
    retains: ENGINE_RETAINS.belfry,
    async disconnect(kind, ids) {
      for (let from = 0; from < ids.length; from += MAX_IDS_PER_CALL) {
        await post({ kind, ids: ids.slice(from, from + MAX_IDS_PER_CALL) });
      }
    },
  };
}
