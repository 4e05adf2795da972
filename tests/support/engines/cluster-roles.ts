import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import { type Readiness, healthHttp } from '@belfry/schemas/http/service/health';
import type { ApiProcess } from '../processes/api-process.ts';
import { until } from '../until.ts';
import { managementOf, rabbitmqSettings, type Rabbitmq } from './rabbitmq.ts';
import type { RabbitmqNode } from './rabbitmq-node.ts';
import { createHttpClient } from '../http-client.ts';

const START_MS = 120_000;
const POLL_MS = 250;

/** The number of the api that ingests. */
export async function holderAmong(apis: readonly ApiProcess[]): Promise<number> {
  return until(
    'an api ingests',
    async () => {
      const states = await Promise.all(apis.map(readinessOf));
      return states.findIndex((state) => (state?.ingest_shards.held ?? 0) > 0);
    },
    (at) => at >= 0,
    START_MS,
    POLL_MS,
  );
}

/** Null while the api does not run. */
const readinessOf = ({ url }: ApiProcess): Promise<Readiness | null> =>
  createHttpClient(url)
    .call(healthHttp.ready, null)
    .then(
      ({ body }) => body,
      () => null,
    );

type Queue = { leader: string; online: string[] };

/** The queue of the session of the ingest, as a node that runs knows it. */
async function ingestQueue({ nodes }: Rabbitmq): Promise<Queue | null> {
  for (const { ports } of nodes) {
    const path = `/api/queues/%2F/mqtt-subscription-${INGEST_CLIENT_ID}qos1`;
    const queue = await managementOf(rabbitmqSettings(ports))('GET', path).catch(() => null);
    if (queue !== null) return queue as Queue;
  }
  return null;
}

/** Waits until every node has the queue of the ingest. */
export async function untilReplicated(rabbitmq: Rabbitmq): Promise<void> {
  const all = rabbitmq.nodes.length;
  const queue = () => ingestQueue(rabbitmq);
  await until('each node has the queue', queue, (found) => found?.online?.length === all, START_MS, POLL_MS);
}

/** The node that leads the queue of the ingest. */
export async function leaderOf(rabbitmq: Rabbitmq): Promise<RabbitmqNode> {
  const leader = (await ingestQueue(rabbitmq))?.leader.split('@')[0];
  const node = rabbitmq.nodes.find(({ name }) => name === leader);
  if (!node) throw new Error(`no node leads: ${leader}`);
  return node;
}
