import postgresSetup from '../postgres/postgres-setup.ts';
import { hasRabbitmq } from './rabbitmq-node.ts';
import { rabbitmqSettings, startRabbitmq } from './rabbitmq.ts';
import { SHARED_RABBITMQ, type SharedRabbitmq } from './stack-engine.ts';

/**
 * Runs once before the tests on RabbitMQ: starts Postgres and one RabbitMQ node, which all stacks use one after another.
 * @returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (!hasRabbitmq) throw new Error('RabbitMQ is not installed (Debian: apt install rabbitmq-server)');
  const dropPostgres = await postgresSetup();
  const {
    nodes: [node],
    proxy,
    stop,
  } = await startRabbitmq();
  if (!node) throw new Error('RabbitMQ has no node');
  const shared: SharedRabbitmq = { settings: rabbitmqSettings(node.ports), proxyUrl: proxy.url };
  process.env[SHARED_RABBITMQ] = JSON.stringify(shared);
  return async () => {
    delete process.env[SHARED_RABBITMQ];
    await stop();
    await dropPostgres();
  };
}
