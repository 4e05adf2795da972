import { expect, it, vi } from 'vitest';
import { startTestServer, type TestServer, type TestServerStarters } from './postgres-server.ts';

const server = (kind: string): TestServer => ({ url: `postgres://${kind}`, kind, stop: async () => {} });
const starters = (): TestServerStarters => ({
  container: vi.fn(async () => server('container postgres:18')),
  embedded: vi.fn(async () => server('embedded')),
});
const withoutRyuk = (): TestServerStarters => ({
  ...starters(),
  container: () => Promise.reject(new Error('No such image: testcontainers/ryuk:0.11.0\nat somewhere')),
});

it('uses the server that TEST_DATABASE_URL names and starts none', async () => {
  const start = starters();
  const { url, kind } = await startTestServer({ TEST_DATABASE_URL: 'postgres://here' }, start);
  expect({ url, kind }).toEqual({ url: 'postgres://here', kind: 'the server in TEST_DATABASE_URL' });
  expect(start.container).not.toHaveBeenCalled();
  expect(start.embedded).not.toHaveBeenCalled();
});

it('prefers a container', async () => {
  expect((await startTestServer({}, starters())).kind).toBe('container postgres:18');
});

it('reports why it falls back to the embedded server', async () => {
  const { kind } = await startTestServer({}, withoutRyuk());
  expect(kind).toBe('embedded (no container: No such image: testcontainers/ryuk:0.11.0)');
});

it('fails with the reason when TEST_POSTGRES=container and no container starts', async () => {
  await expect(startTestServer({ TEST_POSTGRES: 'container' }, withoutRyuk())).rejects.toThrow(
    'TEST_POSTGRES=container, but no container: No such image: testcontainers/ryuk:0.11.0',
  );
});

it('starts no container when TEST_POSTGRES=embedded', async () => {
  const start = starters();
  expect((await startTestServer({ TEST_POSTGRES: 'embedded' }, start)).kind).toBe('embedded (TEST_POSTGRES=embedded)');
  expect(start.container).not.toHaveBeenCalled();
});

it('rejects any other value of TEST_POSTGRES', async () => {
  await expect(startTestServer({ TEST_POSTGRES: 'docker' }, starters())).rejects.toThrow(
    'TEST_POSTGRES is container or embedded, not docker',
  );
});
