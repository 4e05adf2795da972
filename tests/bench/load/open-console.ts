/**
 * Load: consoles over WebSocket that connect and subscribe to a page of devices, as the browser does. Without `stay` one after the other; prints the
 * median time of each in milliseconds as a JSON line. With `stay` all remain connected; prints `connected`.
 */
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { quantile } from '../lib/statistics.ts';

interface Input {
  url: string;
  userId: number;
  key: string;
  serials: string[];
  consoles: number;
  /** Filters in one SUBSCRIBE. */
  filtersAtOnce: number;
  stay?: boolean;
}
const { url, userId, key, serials, consoles, filtersAtOnce, stay } = JSON.parse(process.argv[2] ?? '{}') as Input;
const wanted = serials.flatMap((serial) => [
  topics.status(serial),
  topics.metrics(serial),
  filters.playersOfDevice(serial),
]);

async function open(at: number): Promise<MqttClient> {
  const clientId = consoleClientId(userId, `bench-${process.pid}-${at}`);
  const client = await mqtt.connectAsync(url, {
    clientId,
    username: String(userId),
    password: key,
    reconnectPeriod: 0,
  });
  for (let from = 0; from < wanted.length; from += filtersAtOnce)
    await client.subscribeAsync(wanted.slice(from, from + filtersAtOnce), { qos: 0 });
  return client;
}

const times: number[] = [];
for (let at = 0; at < consoles; at++) {
  const begun = performance.now();
  const client = await open(at);
  times.push(performance.now() - begun);
  if (!stay) await client.endAsync(true);
}
times.sort((a, b) => a - b);
process.stdout.write(stay ? 'connected\n' : `${JSON.stringify({ ms: quantile(times, 0.5) })}\n`);
