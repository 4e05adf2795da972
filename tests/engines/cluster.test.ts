import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice } from '../support/devices/mqtt-device.ts';
import { managementOf, rabbitmqSettings, startRabbitmq, type Rabbitmq } from '../support/engines/rabbitmq.ts';
import { SHARED_RABBITMQ } from '../support/engines/stack-engine.ts';
import { accepts } from '../support/processes/accepts.ts';
import { createDevice } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** Starting three nodes takes a minute on a busy machine. */
const START_MS = 200_000;
const RECORDS = 200;

let cluster: Rabbitmq;
let stack: Stack;
const shared = process.env[SHARED_RABBITMQ];
beforeAll(async () => {
  cluster = await startRabbitmq(3);
  const [first] = cluster.nodes;
  if (!first) throw new Error('there is no node');
  const settings = rabbitmqSettings(first.ports);
  process.env[SHARED_RABBITMQ] = JSON.stringify({ settings, proxyUrl: cluster.proxy.url });
  stack = await startStack();
}, START_MS);
afterAll(async () => {
  process.env[SHARED_RABBITMQ] = shared;
  await stack.stop();
  await cluster.stop();
}, START_MS);

it('three nodes of which one is killed lose and double no acknowledged record', { timeout: START_MS }, async () => {
  const [first, second, third] = cluster.nodes;
  if (!first) throw new Error('there is no node');
  const members = await managementOf(rabbitmqSettings(first.ports))('GET', '/api/nodes');
  expect(members).toMatchObject(Array.from({ length: 3 }, () => ({ running: true })));
  const device = await createDevice(stack);
  const connected = await connectDevice(`mqtt://127.0.0.1:${second?.ports.mqtt}`, device);
  for (let seq = 1; seq <= RECORDS; seq++) {
    if (seq === RECORDS / 2) {
      await third?.stop('SIGKILL');
      await until('the node is gone', async () => !(await accepts(third?.ports.mqtt ?? 0)));
    }
    await connected.metrics({ seq, collected_at: new Date(Date.now() + seq).toISOString() });
  }
  const stored = async () => {
    const { rows } = await stack.pool.query<{ all: number; different: number }>(
      'select count(*)::int as all, count(distinct seq)::int as different from metrics where device_id = $1',
      [device.device_id],
    );
    return rows[0];
  };
  await until('all records', stored, (counts) => counts?.different === RECORDS, 30_000);
  expect(await stored()).toEqual({ all: RECORDS, different: RECORDS });
  await connected.disconnect();
});
