/**
 * The floor of the command round trip: Express and MQTT.js with a map of waiting requests, without database or access
 * checks. Prints its port. Input (JSON, first argument): `{ mqttPort }`.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import express from 'express';
import mqtt from 'mqtt';
import { topics } from '@belfry/schemas/mqtt/topics';

const { mqttPort } = JSON.parse(process.argv[2] ?? '{}') as { mqttPort: number };
const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: 'floor-commands' });
// Without this Nagle's algorithm delays every round trip by 44 ms.
(client.stream as Socket).setNoDelay(true);
const waiting = new Map<string, (answer: unknown) => void>();
client.on('message', (_topic, payload) => {
  const answer = JSON.parse(payload.toString()) as { correlation_id: string };
  waiting.get(answer.correlation_id)?.(answer);
  waiting.delete(answer.correlation_id);
});
await client.subscribeAsync('devices/+/responses', { qos: 1 });

const app = express();
app.use(express.json());
app.post('/commands/:serial', (request, response) => {
  const correlation_id = randomUUID();
  const { command, params } = request.body as { command: string; params: unknown };
  waiting.set(correlation_id, (answer) => response.json(answer));
  client.publish(topics.commands(request.params.serial), JSON.stringify({ correlation_id, command, params }), {
    qos: 1,
  });
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
