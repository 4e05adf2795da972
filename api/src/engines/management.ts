import type { ManagementSettings } from '../mqtt-engine.ts';

const TIMEOUT_MS = 1_000;

/** A call of an engine's management API. */
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
