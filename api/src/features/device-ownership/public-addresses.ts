import type { Request } from 'express';
import type { Config } from '../../config/config.ts';
import { publicUrl } from '../../lib/console-link.ts';

type AddressConfig = Pick<
  Config,
  'PUBLIC_URL' | 'HTTP_PORT' | 'MQTT_URL' | 'MQTT_PUBLIC_URL' | 'MQTT_WS_URL' | 'MQTT_WS_PORT'
>;

/** Without PUBLIC_URL the address at which the caller has reached the api: a forged one reaches only the forger. */
export function consoleFor(config: Pick<Config, 'PUBLIC_URL' | 'HTTP_PORT'>, { protocol, host }: Request): string {
  const own = config.PUBLIC_URL === undefined && host ? URL.parse(`${protocol}://${host}`)?.origin : undefined;
  return own ?? publicUrl(config);
}

/** Where a device reaches api and broker. */
export function addressesFor(config: AddressConfig, req: Request) {
  const api_url = consoleFor(config, req);
  const { protocol, hostname } = new URL(api_url);
  const mqtt_url =
    config.MQTT_PUBLIC_URL ?? `${protocol === 'https:' ? 'mqtts' : 'mqtt'}://${hostname}:${portOf(config, protocol)}`;
  // As for consoles: a page that is a device may connect to its own host only.
  const mqtt_ws_url =
    config.MQTT_WS_URL ?? `${req.protocol === 'https' ? 'wss' : 'ws'}://${req.hostname}:${config.MQTT_WS_PORT}/mqtt`;
  return { api_url, mqtt_url, mqtt_ws_url };
}

/** Behind TLS the broker has TLS, too, at its own port; otherwise the port is that of the api's connection. */
const portOf = ({ MQTT_URL }: Pick<Config, 'MQTT_URL'>, protocol: string): string =>
  protocol === 'https:' ? '8883' : new URL(MQTT_URL).port || '1883';
