import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@belfry/infra/local/postgres/embedded-postgres';
import { NOT_DURABLE } from '@belfry/infra/local/postgres/settings';
import { startStack, type Stack } from '../stack.ts';

/** Two instances of the api, a broker and a Postgres, of which each can be restarted. */
export type Services = {
  stack: Stack;
  restartApi(): Promise<void>;
  restartReplica(): Promise<void>;
  /** Both instances of the api. */
  stopApis(): Promise<void>;
  startApis(): Promise<void>;
  stopBroker(): Promise<void>;
  startBroker(): Promise<void>;
  restartPostgres(): Promise<void>;
  stop(): Promise<void>;
};

export async function startServices(): Promise<Services> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-school-'));
  let postgres = await startEmbeddedPostgres({ dataDir, settings: NOT_DURABLE });
  const { url } = postgres;
  const stack = await startStack({ RATE_LIMIT_SCALE: '1000' }, undefined, url);
  let replica = await stack.startReplica();

  return {
    stack,
    async restartApi() {
      await stack.stopApi();
      await stack.startApi();
      await stack.ready();
    },
    async restartReplica() {
      await replica.stop();
      replica = await stack.startReplica();
    },
    async stopApis() {
      await Promise.all([stack.stopApi(), replica.stop()]);
    },
    async startApis() {
      await stack.startApi();
      replica = await stack.startReplica();
      await stack.ready();
    },
    stopBroker: () => stack.stopBroker(),
    async startBroker() {
      await stack.startBroker();
      await stack.ready();
    },
    async restartPostgres() {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir, settings: NOT_DURABLE, port: Number(new URL(url).port) });
      await stack.ready();
    },
    async stop() {
      await replica.stop();
      await stack.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
