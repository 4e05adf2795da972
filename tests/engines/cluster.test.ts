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
/** Without `belfry_sessions.erl` it could not subscribe before its node is back. */
const SUBSCRIBED_MS = 20_000;
const FORGET = 'belfry_sessions ! forget_bindings.';

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
  await third?.start();
});

it('a device subscribes on another node soon after the loss of its own', { timeout: START_MS }, async () => {
  const [first, second] = cluster.nodes;
  if (!first || !second) throw new Error('there is no node');
  const device = await createDevice(stack);
  await connectDevice(`mqtt://127.0.0.1:${second.ports.mqtt}`, device);
  const call = managementOf(rabbitmqSettings(first.ports));
  const session = async (): Promise<string | undefined> => {
    const queues = (await call('GET', '/api/queues')) as { name: string; state: string }[];
    return queues.find(({ name }) => name.includes(device.serial))?.state;
  };
  await until('the session exists', session, (state) => state === 'running');
  await second.stop('SIGKILL');
  // A client that is faster than that would end its former session itself.
  await until('RabbitMQ has dealt with the loss', session, (state) => state !== 'running');
  const subscribed = () =>
    connectDevice(`mqtt://127.0.0.1:${first.ports.mqtt}`, device).then(
      ({ disconnect }) => disconnect().then(() => true),
      () => false,
    );
  await until('it has subscribed', subscribed, Boolean, SUBSCRIBED_MS, 250);
  await second.start();
});

it('nothing is left of a session that does not return after the loss of its node', { timeout: START_MS }, async () => {
  const [first, , third] = cluster.nodes;
  if (!first || !third) throw new Error('there is no node');
  const device = await createDevice(stack);
  const connected = () => connectDevice(`mqtt://127.0.0.1:${third.ports.mqtt}`, device).catch(() => null);
  await until('it is connected', connected, Boolean, SUBSCRIBED_MS, 250);
  const call = managementOf(rabbitmqSettings(first.ports));
  const traces = async (): Promise<string[]> => {
    const queues = (await call('GET', '/api/queues')) as { name: string }[];
    const bindings = (await call('GET', '/api/bindings')) as { source: string; destination: string }[];
    const names = [...queues.map(({ name }) => name), ...bindings.map(({ destination }) => destination)];
    return names.filter((name) => name.includes(device.serial));
  };
  await until('the session exists', traces, ({ length }) => length > 2);
  await third.stop('SIGKILL');
  await until('the node is gone', async () => !(await accepts(third.ports.mqtt)));
  // The order that the module gives itself a minute after the loss of a node. One node of the two carries it out.
  const forget = () => Promise.all(cluster.nodes.filter((node) => node !== third).map((node) => node.evaluate(FORGET)));
  await until(
    'the session is gone',
    () => forget().then(traces),
    ({ length }) => length === 0,
    SUBSCRIBED_MS,
    250,
  );
  await third.start();
});
