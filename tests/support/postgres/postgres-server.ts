import { existsSync, rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '@belfry/infra/local/postgres/embedded-postgres';
import { NOT_DURABLE } from '@belfry/infra/local/postgres/settings';
import { createClusterFolder } from './cluster-folder.ts';

export interface TestServer {
  /** URL of a superuser and a maintenance database. */
  url: string;
  /** Description of the server for the test output. */
  kind: string;
  stop(): Promise<void>;
}

const IMAGE = 'postgres:18';
const PASSWORD = 'belfry';
const PORT = 5432;
const DOCKER_SOCKET = '/var/run/docker.sock';

/** Values of `TEST_POSTGRES`. Without it a container is preferred to the embedded server. */
const CHOICES = ['container', 'embedded'] as const;
type Choice = (typeof CHOICES)[number];

/** Starts each kind of server; replaced in tests. */
export interface TestServerStarters {
  /** Rejects when there is no Docker engine or no image. */
  container: () => Promise<TestServer>;
  embedded: () => Promise<TestServer>;
}

/**
 * Provides Postgres 18 for tests: the server in TEST_DATABASE_URL, else a container if a Docker engine is available,
 * else the embedded server. `kind` states which and why.
 * @throws when TEST_POSTGRES requires a container that does not start, or has an unknown value.
 */
export async function startTestServer(
  env: NodeJS.ProcessEnv = process.env,
  start: TestServerStarters = { container: startContainer, embedded: startEmbedded },
): Promise<TestServer> {
  const choice = readChoice(env['TEST_POSTGRES']);
  const given = env['TEST_DATABASE_URL'];
  if (given) return { url: given, kind: 'the server in TEST_DATABASE_URL', stop: async () => {} };
  if (choice === 'embedded') return because(await start.embedded(), 'TEST_POSTGRES=embedded');
  try {
    return await start.container();
  } catch (error) {
    const reason = `no container: ${(error as Error).message.split('\n')[0]}`;
    if (choice === 'container') throw new Error(`TEST_POSTGRES=container, but ${reason}`, { cause: error });
    return because(await start.embedded(), reason);
  }
}

function readChoice(text: string | undefined): Choice | undefined {
  if (text === undefined || text === '') return undefined;
  const choice = CHOICES.find((name) => name === text);
  if (!choice) throw new Error(`TEST_POSTGRES is ${CHOICES.join(' or ')}, not ${text}`);
  return choice;
}

const because = (server: TestServer, reason: string): TestServer => ({ ...server, kind: `${server.kind} (${reason})` });

async function startEmbedded(): Promise<TestServer> {
  const dataDir = createClusterFolder();
  const server = await startEmbeddedPostgres({ dataDir, settings: NOT_DURABLE });
  return {
    url: server.url,
    kind: `embedded in ${dataDir}`,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startContainer(): Promise<TestServer> {
  if (!process.env['DOCKER_HOST'] && !existsSync(DOCKER_SOCKET)) {
    throw new Error(`no Docker engine at ${DOCKER_SOCKET} or DOCKER_HOST`);
  }
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
    .withExposedPorts(PORT)
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withWaitStrategy(Wait.forLogMessage('ready to accept connections', 2))
    .start();
  const url = `postgres://postgres:${PASSWORD}@${container.getHost()}:${container.getMappedPort(PORT)}/postgres`;
  return { url, kind: `container ${IMAGE}`, stop: async () => void (await container.stop()) };
}
