import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { startClusterLoad, type ClusterLoad } from '../support/engines/cluster-load.ts';
import { startClusterProduct, type ClusterProduct } from '../support/engines/cluster-product.ts';
import { holderAmong, leaderOf, untilReplicated } from '../support/engines/cluster-roles.ts';
import { accepts } from '../support/processes/accepts.ts';
import { until } from '../support/until.ts';

/** The goal is 2,000 devices with 1,000 records a second, which a machine with other work does not reach. */
const DEVICES = Number(process.env['CLUSTER_DEVICES'] ?? 200);
const PER_SECOND = Number(process.env['CLUSTER_RECORDS_PER_SECOND'] ?? 200);
/** Starting three nodes and connecting all devices takes minutes on a busy machine. */
const SETUP_MS = 200_000 + 300 * DEVICES;
const EVENT_MS = 300_000;
/** A lost api does not matter to the console. */
const LIVE_WITHOUT_API_MS = 5_000;
/**
 * The goal after the loss of a node is 5,000 too. A machine with other work needs longer, because devices and console subscribe again at the
 * same time, and RabbitMQ makes one binding after the other.
 */
const LIVE_AGAIN_MS = Number(process.env['CLUSTER_LIVE_AGAIN_MS'] ?? 90_000);
/** A node that is cut off notices it and then serves nobody; how long that may take is part of the console's limit. */
const NOTICED_MS = 15_000;

let product: ClusterProduct;
let load: ClusterLoad;
/** What a failed start has left is stopped too. */
const running: (() => Promise<void>)[] = [];
beforeAll(async () => {
  product = await startClusterProduct(3, 3);
  running.unshift(product.stop);
  load = await startClusterLoad(product, { devices: DEVICES, perSecond: PER_SECOND });
  running.unshift(load.stop);
}, SETUP_MS);
afterAll(async () => {
  for (const stop of running) await stop();
}, SETUP_MS);
beforeEach(async () => {
  await untilReplicated(product.rabbitmq);
  await load.fleet.untilConnected();
}, EVENT_MS);

/** A caller whose api is killed gets no answer; the command itself ends by name. */
const expectNothingLostWithoutApi = (at: number): Promise<void> =>
  load.expectNothingLostDuring(
    () => product.killApi(at),
    () => product.restartApi(at),
    { liveAgainMs: LIVE_WITHOUT_API_MS, alsoPossible: ['no answer'] },
  );

describe('three nodes and three apis lose and double no acknowledged record, and answer every command', () => {
  it('when an api that does not ingest is killed', { timeout: EVENT_MS }, async () => {
    await expectNothingLostWithoutApi(((await holderAmong(product.apis)) + 1) % product.apis.length);
  });

  it('when the api that ingests is killed', { timeout: EVENT_MS }, async () => {
    await expectNothingLostWithoutApi(await holderAmong(product.apis));
  });

  it.each([
    ['that leads the queue of the ingest', 0],
    ['that follows', 1],
  ])('when a node is killed %s, to which the console is connected', { timeout: EVENT_MS }, async (_role, distance) => {
    const { nodes } = product.rabbitmq;
    const leader = await leaderOf(product.rabbitmq);
    const node = nodes[(nodes.indexOf(leader) + distance) % nodes.length];
    if (!node) throw new Error('there is no such node');
    await load.shown.connectTo(() => product.ws.prefer(node.ports.ws));
    await load.expectNothingLostDuring(
      () => node.stop('SIGKILL'),
      () => node.start(),
      { liveAgainMs: LIVE_AGAIN_MS, lostNode: node },
    );
  });

  it('when a node is cut off from the others, to which the console is connected', { timeout: EVENT_MS }, async () => {
    const leader = await leaderOf(product.rabbitmq);
    await load.shown.connectTo(() => product.ws.prefer(leader.ports.ws));
    await load.expectNothingLostDuring(
      async () => {
        product.rabbitmq.links.isolate(leader.name);
        await until('it has paused', async () => !(await accepts(leader.ports.mqtt)), Boolean, NOTICED_MS);
      },
      () => product.rabbitmq.links.heal(),
      { liveAgainMs: LIVE_AGAIN_MS, lostNode: leader },
    );
  });
});
