import mqtt from 'mqtt';
import { onTestFinished } from 'vitest';
import { startMosquitto } from '../processes/mosquitto.ts';

/** Home Assistant with its broker: what it has got, by topic, and what it sends. */
export async function startHomeBroker() {
  const broker = await startMosquitto();
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const client = await mqtt.connectAsync(url, { username: 'service' });
  const has = new Map<string, string>();
  client.on('message', (topic, payload) => {
    if (payload.length > 0) has.set(topic, payload.toString());
    else has.delete(topic);
  });
  await client.subscribeAsync(['homeassistant/#', 'belfry/#']);
  onTestFinished(async () => {
    await client.endAsync(true);
    await broker.stop();
  });
  return {
    url,
    broker,
    has,
    send: (topic: string, payload: string) => client.publishAsync(topic, payload, { qos: 1 }),
  };
}
