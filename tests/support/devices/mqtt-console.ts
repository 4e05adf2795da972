import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import mqtt, { type MqttClient } from 'mqtt';
import type { TestUser } from '../factories.ts';

/** The SUBACK code of a refused filter. */
export const REFUSED = 128;

/** Connects as a tab of a user. Rejects also when the engine closes the connection instead of refusing it. */
export async function connectConsole(
  wsUrl: string,
  { id, key }: Pick<TestUser, 'id' | 'key'>,
  tab = 'test',
): Promise<MqttClient> {
  const client = mqtt.connect(wsUrl, {
    clientId: consoleClientId(id, tab),
    username: String(id),
    password: key,
    reconnectPeriod: 0,
  });
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.on('error', reject);
    client.once('close', () => reject(new Error('closed before it was accepted')));
  });
}

/** The granted QoS of a filter. An engine may close the connection of a client that it refuses a filter. */
export async function grantOf(client: MqttClient, filter: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  client.once('close', () => resolve(REFUSED));
  client.subscribe(filter, { qos: 1 }, (_error, _granted, packet) => {
    const code = packet?.granted?.[0] as number | undefined;
    if (code !== undefined) resolve(code);
  });
  return promise;
}
