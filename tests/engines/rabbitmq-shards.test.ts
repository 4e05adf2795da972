import { shardOf } from '@belfry/schemas/mqtt/shards';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice } from '../support/devices/mqtt-device.ts';
import { startLedgerFleet, type LedgerFleet } from '../support/devices/ledger/ledger-fleet.ts';
import { startClusterProduct, type ClusterProduct } from '../support/engines/cluster-product.ts';
import { managementOf, rabbitmqSettings } from '../support/engines/rabbitmq.ts';
import { createAdmin, createDevice } from '../support/factories.ts';
import { createHttpClient } from '../support/http-client.ts';
import { untilShares } from '../support/services/shard-owners.ts';
import { until } from '../support/until.ts';

const SHARDS = 3;
const DEVICES = 60;
const PER_SECOND = 300;
const SETUP_MS = 300_000;
const TEST_MS = 180_000;
const TAKEOVER_MS = 5_000;
const DIVISION = `belfry.ingest.${SHARDS}`;

type Binding = { source: string; destination: string; routing_key: string; properties_key: string };
type Queue = { name: string; message_stats?: { publish?: number } };

let product: ClusterProduct;
let fleet: LedgerFleet;
let serials: string[];
/** What a failed start has left is stopped too. */
const running: (() => Promise<void> | void)[] = [];
const call = (...args: Parameters<ReturnType<typeof managementOf>>) => {
  const [node] = product.rabbitmq.nodes;
  if (!node) throw new Error('there is no node');
  return managementOf(rabbitmqSettings(node.ports))(...args);
};
const queueOf = (shard: number): string => `mqtt-subscription-belfry-ingest-${shard}-of-${SHARDS}qos1`;
const routes = async (): Promise<Binding[]> =>
  (await call('GET', `/api/exchanges/%2F/${DIVISION}/bindings/source`).catch(() => [])) as Binding[];
const expectedRoutes = (): string[] =>
  serials
    .filter((serial) => shardOf(serial, SHARDS) !== 0)
    .map((serial) => `${queueOf(shardOf(serial, SHARDS))} devices.${serial}.#`)
    .toSorted();
const untilRouted = () =>
  until(
    'every device has its route',
    async () => (await routes()).map(({ destination, routing_key }) => `${destination} ${routing_key}`).toSorted(),
    (found) => String(found) === String(expectedRoutes()),
    30_000,
    250,
  );

beforeAll(async () => {
  product = await startClusterProduct(1, 3, { INGEST_SHARDS: String(SHARDS) });
  running.unshift(product.stop);
  await untilShares(product.pool, [1, 1, 1]);
  const divides = async () => (await call('GET', '/api/exchanges/%2F/amq.topic/bindings/source')) as Binding[];
  await until('the messages are divided', divides, (all) => all.some(({ destination }) => destination === DIVISION));
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => createDevice(product)));
  serials = devices.map(({ serial }) => serial);
  const ports = product.rabbitmq.nodes.map((node) => node.ports.mqtt);
  fleet = await startLedgerFleet({ ports, enrolled: devices.map(({ serial, device_key: key }) => ({ serial, key })) });
  running.unshift(fleet.stop);
  await fleet.untilConnected();
}, SETUP_MS);
afterAll(async () => {
  for (const stop of running) await stop();
}, SETUP_MS);

it(
  'a device has its route before it can publish, so each of three apis stores its part of the records',
  async () => {
    await untilRouted();
    await fleet.measure(PER_SECOND);
    await until(
      'each session receives records',
      async () => {
        const queues = (await call('GET', '/api/queues')) as Queue[];
        const received = ({ name, message_stats }: Queue): boolean =>
          /belfry-ingest-\d-of-3/.test(name) && (message_stats?.publish ?? 0) > 0;
        return queues.filter(received).length === SHARDS;
      },
      Boolean,
      30_000,
    );
    await fleet.expectEachStoredOnce(product.pool);
  },
  TEST_MS,
);

it(
  'the shards of an api that is killed have another one within five seconds, and nothing is lost',
  async () => {
    await fleet.measure(PER_SECOND);
    await product.killApi(0);
    expect(await untilShares(product.pool, [1, 2])).toBeLessThan(TAKEOVER_MS);
    await fleet.expectEachStoredOnce(product.pool);
    await product.restartApi(0);
    await untilShares(product.pool, [1, 1, 1]);
  },
  TEST_MS,
);

it('a device that is deleted has no route any more', { timeout: TEST_MS }, async () => {
  const admin = await createAdmin(product);
  const api = createHttpClient(product.url);
  const routesOf = async (serial: string) => (await routes()).filter(({ routing_key }) => routing_key.includes(serial));
  const isRouted = ({ serial }: { serial: string }): boolean => shardOf(serial, SHARDS) !== 0;
  const created = await Promise.all(Array.from({ length: 20 }, () => createDevice(product)));
  const device = created.find(isRouted);
  if (!device) throw new Error('all devices belong to shard 0');
  const port = product.rabbitmq.nodes[0]?.ports.mqtt;
  const connected = await connectDevice(`mqtt://127.0.0.1:${port}`, device);
  expect(await routesOf(device.serial)).toHaveLength(1);
  await connected.disconnect();
  const { device_id } = device;
  expect((await api.call(devicesAdminHttp.edit, admin, { device_id, device_mode: 'no' })).status).toBe(200);
  expect((await api.call(devicesAdminHttp.remove, admin, { device_id })).status).toBe(204);
  expect(await routesOf(device.serial)).toEqual([]);
});

it(
  'a device whose route is lost gets it again, and its records are stored meanwhile',
  async () => {
    await untilRouted();
    const lost = await routes();
    for (const { destination, properties_key } of lost)
      await call('DELETE', `/api/bindings/%2F/e/${DIVISION}/q/${destination}/${encodeURIComponent(properties_key)}`);
    expect(await routes()).toEqual([]);
    await fleet.measure(PER_SECOND);
    await untilRouted();
    await fleet.expectEachStoredOnce(product.pool);
  },
  TEST_MS,
);
