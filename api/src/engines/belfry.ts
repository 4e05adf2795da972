import type { DisconnectBody, PageInvitations } from '@belfry/schemas/http/service/internal';
import { ENGINE_RETAINS } from '../config/engine.ts';
import type { Config } from '../config/config.ts';
import type { MqttEngine } from '../mqtt-engine.ts';

const TIMEOUT_MS = 1_000;
const MAX_IDS_PER_CALL = 10_000;

export function createBelfryEngine({
  BROKER_HTTP_URL,
  SERVICE_SECRET,
}: Pick<Config, 'BROKER_HTTP_URL' | 'SERVICE_SECRET'>): MqttEngine {
  const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    const response = await fetch(new URL(path, BROKER_HTTP_URL), {
      method,
      headers: {
        authorization: `Bearer ${SERVICE_SECRET}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`the broker answered ${response.status}`);
  };
  const post = (body: DisconnectBody): Promise<void> => call('POST', '/internal/connections/disconnect', body);
  const pathOf = (pageId: string): string => `/internal/pages/${pageId}`;

  return {
    name: 'belfry',
    shardRoutes: null,
    publishesWillsOfDisconnected: true,
    retains: ENGINE_RETAINS.belfry,
    pages: {
      set: (pageId, serials, expiresAt) =>
        call('PUT', pathOf(pageId), {
          serials: [...serials],
          expires_at: expiresAt.toISOString(),
        } satisfies PageInvitations),
      close: (pageId) => call('DELETE', pathOf(pageId)),
    },
    async disconnect(kind, ids) {
      for (let from = 0; from < ids.length; from += MAX_IDS_PER_CALL) {
        await post({ kind, ids: ids.slice(from, from + MAX_IDS_PER_CALL) });
      }
    },
  };
}
