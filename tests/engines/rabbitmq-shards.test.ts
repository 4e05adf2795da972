import { shardOf } from '@belfry/schemas/mqtt/shards';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLedgerFleet, type LedgerFleet } from '../support/devices/ledger/ledger-fleet.ts';
import { startClusterProduct, type ClusterProduct } from '../support/engines/cluster-product.ts';
import { managementOf, rabbitmqSettings } from '../support/engines/rabbitmq.ts';
import { createDevice } from '../support/factories.ts';
import { untilShares } from '../support/services/shard-owners.ts';
import { until } from '../support/until.ts';

const SHARDS = 3;
const DEVICES = 60;
const PER_SECOND = 300;
const SETUP_MS = 180_000;
const TEST_MS = 120_000;
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
  await untilShares(product.pool, [1, 1, 1], 20_000);
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
    expect(await untilShares(product.pool, [1, 2], 20_000)).toBeLessThan(TAKEOVER_MS);
    await fleet.expectEachStoredOnce(product.pool);
    await product.restartApi(0);
    await untilShares(product.pool, [1, 1, 1], 20_000);
  },
  TEST_MS,
);

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
