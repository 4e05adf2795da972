import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManagement, type ManagementCall } from '@belfry/api/engines/rabbitmq/rabbitmq';
import { probePort } from '@belfry/infra/local/ports';
import { startNodeLinks, type NodeLinks } from './node-links.ts';
import { createNode, MANAGEMENT, type RabbitmqNode } from './rabbitmq-node.ts';
import { startQuestionsProxy, type QuestionsProxy } from './questions-proxy.ts';

const HOST = '127.0.0.1';

export type Rabbitmq = {
  nodes: RabbitmqNode[];
  proxy: QuestionsProxy;
  links: NodeLinks;
  stop(): Promise<void>;
};

/**
 * Starts RabbitMQ with this many nodes, one after the other: the others join the first.
 * @param apiUrl where they ask about clients, if not through the proxy
 */
export async function startRabbitmq(count = 1, apiUrl?: string): Promise<Rabbitmq> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-rabbitmq-'));
  const nodes: RabbitmqNode[] = [];
  const first = (): RabbitmqNode | undefined => nodes[0];
  const proxy = await startQuestionsProxy({
    '/node/start': () => first()?.start(),
    '/node/stop': () => first()?.stop(),
  });
  const port = (): Promise<number> => probePort(0, HOST);
  const names = Array.from({ length: count }, (_, index) => `belfry${index + 1}`);
  const links = await startNodeLinks(names);
  for (const name of names) {
    const ports = { mqtt: await port(), ws: await port(), management: await port(), dist: await port() };
    nodes.push(
      createNode({
        name,
        folder,
        mapperPort: links.mapperPortOf(name),
        ports,
        apiUrl: apiUrl ?? proxy.url,
        cluster: names,
      }),
    );
  }
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    await links.stop();
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) await node.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, proxy, links, stop };
}

/** The settings of an api for a RabbitMQ node. */
export const rabbitmqSettings = ({ mqtt, ws, management }: RabbitmqNode['ports']) => ({
  MQTT_ENGINE: 'rabbitmq',
  MQTT_URL: `mqtt://${HOST}:${mqtt}`,
  MQTT_WS_PORT: String(ws),
  MQTT_ENGINE_URL: `http://${HOST}:${management}`,
  MQTT_ENGINE_USER: MANAGEMENT.user,
  MQTT_ENGINE_PASSWORD: MANAGEMENT.password,
  MQTT_ENGINE_SECRET: MANAGEMENT.secret,
});

/** Closes all connections and deletes the sessions of an earlier test. */
export async function clearSessions(call: ManagementCall): Promise<void> {
  const named = async (path: string) => (await call('GET', path)) as { name: string }[];
  const missing = (): undefined => undefined;
  for (const { name } of await named('/api/connections'))
    await call('DELETE', `/api/connections/${encodeURIComponent(name)}`).catch(missing);
  for (const { name } of await named('/api/queues'))
    await call('DELETE', `/api/queues/%2F/${encodeURIComponent(name)}`).catch(missing);
}

export const managementOf = (settings: ReturnType<typeof rabbitmqSettings>): ManagementCall =>
  createManagement(settings);
