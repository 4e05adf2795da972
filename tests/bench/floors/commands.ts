/**
 * The floor of the command round trip: Express, MQTT.js and the same two rows written plainly, a transaction before the message and an update
 * after the answer; without access checks. Prints its port. Input (JSON, first argument): `Input`.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import express from 'express';
import mqtt from 'mqtt';
import pg from 'pg';
import { topics } from '@belfry/schemas/mqtt/topics';

interface Input {
  mqttPort: number;
  databaseUrl: string;
}

const { mqttPort, databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as Input;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
pool.on('error', () => {});
await pool.query(`
  create table floor_commands (id uuid primary key, command text not null, params jsonb not null, issued_at timestamptz not null default now());
  create table floor_deliveries (command_id uuid references floor_commands, serial text, state text not null, result jsonb,
    settled_at timestamptz, primary key (command_id, serial))`);

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

async function store(id: string, serial: string, command: string, params: unknown): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query({
      name: 'command',
      text: 'insert into floor_commands (id, command, params) values ($1, $2, $3)',
      values: [id, command, JSON.stringify(params)],
    });
    await connection.query({
      name: 'delivery',
      text: "insert into floor_deliveries (command_id, serial, state) values ($1, $2, 'sent')",
      values: [id, serial],
    });
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

const app = express();
app.use(express.json());
app.post('/commands/:serial', async (request, response) => {
  const correlation_id = randomUUID();
  const { serial } = request.params;
  const { command, params } = request.body as { command: string; params: unknown };
  await store(correlation_id, serial, command, params);
  const answer = await new Promise((resolve) => {
    waiting.set(correlation_id, resolve);
    client.publish(topics.commands(serial), JSON.stringify({ correlation_id, command, params }), { qos: 1 });
  });
  await pool.query({
    name: 'settle',
    text: "update floor_deliveries set state = 'done', result = $3, settled_at = now() where command_id = $1 and serial = $2",
    values: [correlation_id, serial, JSON.stringify(answer)],
  });
  response.json(answer);
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
