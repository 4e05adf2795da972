import type { LauncherConfig } from './config.ts';

const LOCAL = /^(localhost|127\.|::1$)/;

/**
 * Describes to which processes only this machine can connect, and the settings that change it.
 * @returns undefined when all are reachable from the network
 */
export function networkNotice({
  HTTP_HOST,
  MQTT_HOST,
  MQTT_URL,
}: Pick<LauncherConfig, 'HTTP_HOST' | 'MQTT_HOST' | 'MQTT_URL'>): string | undefined {
  const parts = [
    { name: 'console and api', setting: 'HTTP_HOST', host: HTTP_HOST },
    ...(MQTT_URL ? [] : [{ name: 'broker', setting: 'MQTT_HOST', host: MQTT_HOST }]),
  ].filter(({ host }) => LOCAL.test(host));
  if (parts.length === 0) return undefined;
  const names = parts.map(({ name }) => name).join(' and ');
  const settings = parts.map(({ setting }) => `${setting}=0.0.0.0`).join(' and ');
  return `${names}: reachable from this machine only; ${settings} opens to the network`;
}
