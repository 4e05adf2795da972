import { healthHttp } from '@belfry/schemas/http/service/health';
import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import { tracesHttp } from '@belfry/schemas/http/service/traces';
import type { Request } from 'express';
import type { Config } from '../../config/config.ts';
import { ENGINE_RETAINS } from '../../config/engine.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { readQuotas } from '../../quotas/quotas.ts';
import { serve } from '../../serve.ts';
import { recordConsoleSpan } from '../../tracing/remote-spans.ts';
import { BELFRY_VERSION } from '../../version.ts';
import { checkReadiness } from './readiness.ts';

export const healthRoutes = [
  serve(healthHttp.live, { access: 'public' }, () => ({ status: 'ok' as const, version: BELFRY_VERSION })),
  serve(healthHttp.ready, { access: 'public' }, async ({ deps }) => {
    const readiness = await checkReadiness(deps);
    return Reply.of(readiness, { status: readiness.status === 'ok' ? 200 : 503 });
  }),
];

/** What the console needs to work: the address of the broker, and where it reports its spans. */
export const consoleRoutes = [
  serve(realtimeHttp.socket, { access: 'signed-in' }, ({ deps, req }) => ({
    url: socketUrl(deps.config, req),
    retains: ENGINE_RETAINS[deps.config.MQTT_ENGINE],
  })),
  serve(tracesHttp.store, { access: 'signed-in', policy: 'own' }, async ({ deps, user, body }) => {
    await countAttempt(deps, [{ key: `console-spans:${user.id}`, hits: 60, windowSeconds: 60 }]);
    const now = Date.now();
    for (const { trace_id: traceId, span_id: spanId, name, age_ms, duration_ms: durationMs, failed } of body.spans)
      recordConsoleSpan(name, { traceId, spanId, startedAt: now - age_ms, durationMs, failed });
  }),
];

export const quotasRoutes = [serve(quotasHttp.read, { access: 'admin' }, ({ deps }) => readQuotas(deps.db))];

type SocketConfig = Pick<Config, 'MQTT_WS_URL' | 'MQTT_WS_PORT' | 'MQTT_ENGINE'>;

/** The address of the broker's WebSocket listener: the configured one, or MQTT_WS_PORT on the host of the request. */
function socketUrl({ MQTT_WS_URL, MQTT_WS_PORT }: SocketConfig, { protocol, hostname }: Request): string {
  if (MQTT_WS_URL) return MQTT_WS_URL;
  return `${protocol === 'https' ? 'wss' : 'ws'}://${hostname}:${MQTT_WS_PORT}/mqtt`;
}
