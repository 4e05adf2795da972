import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import type { Request } from 'express';
import { ENGINE_RETAINS } from '../../../config/engine.ts';
import type { Config } from '../../../config/config.ts';
import { serveWith } from '../../../http/routes/route.ts';

type RealtimeDeps = { config: SocketConfig };
type SocketConfig = Pick<Config, 'MQTT_WS_URL' | 'MQTT_WS_PORT' | 'MQTT_ENGINE'>;

const serve = serveWith<RealtimeDeps>();

/** The address of the broker's WebSocket listener: the configured one, or MQTT_WS_PORT on the host of the request. */
function socketUrl({ MQTT_WS_URL, MQTT_WS_PORT }: SocketConfig, { protocol, hostname }: Request): string {
  if (MQTT_WS_URL) return MQTT_WS_URL;
  return `${protocol === 'https' ? 'wss' : 'ws'}://${hostname}:${MQTT_WS_PORT}/mqtt`;
}

export const realtimeRoutes = [
  serve(realtimeHttp.socket, { access: 'signed-in' }, ({ deps, req }) => ({
    url: socketUrl(deps.config, req),
    retains: ENGINE_RETAINS[deps.config.MQTT_ENGINE],
  })),
];
