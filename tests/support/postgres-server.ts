import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@belfry/infra/local/postgres';
import { THROWAWAY } from '@belfry/infra/local/postgres/settings';

export interface TestServer {
  /** A superuser's url; its database is only a door to the server. */
  url: string;
  /** For people: where the tests keep their databases. */
  kind: string;
  stop(): Promise<void>;
}

const IMAGE = 'postgres:18';
const PASSWORD = 'belfry';
const PORT = 5432;

/** A Postgres 18 for tests: the one in TEST_DATABASE_URL, else a container where Docker answers, else the embedded one. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, kind: 'TEST_DATABASE_URL', stop: async () => {} };
  return (await startContainer()) ?? (await startEmbedded());
}

async function startEmbedded(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: THROWAWAY });
  return {
    url: server.url,
    kind: `embedded in ${dataDir}`,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startContainer(): Promise<TestServer | undefined> {
  if (!process.env['DOCKER_HOST'] && !existsSync('/var/run/docker.sock')) return undefined;
  try {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
      .withExposedPorts(PORT)
      .withTmpFs({ '/var/lib/postgresql': 'rw' })
      .withWaitStrategy(Wait.forLogMessage('ready to accept connections', 2))
      .start();
    const url = `postgres://postgres:${PASSWORD}@${container.getHost()}:${container.getMappedPort(PORT)}/postgres`;
    return { url, kind: `container ${IMAGE}`, stop: async () => void (await container.stop()) };
  } catch {
    // A socket without an engine behind it, or one that cannot fetch images.
    return undefined;
  }
}
