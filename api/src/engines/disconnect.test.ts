import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createBelfryEngine } from './belfry.ts';
import { createRabbitmqEngine } from './rabbitmq/rabbitmq.ts';

type Call = { method: string; url: string; authorization: string; body: unknown };
let server: Server;
afterEach(() => server.close());

async function managementApi(answer: (call: Call) => { status: number; body?: unknown }) {
  const calls: Call[] = [];
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = req;
      const call = {
        method,
        url,
        authorization: headers.authorization ?? '',
        body: text && (JSON.parse(text) as unknown),
      };
      calls.push(call);
      const { status, body } = answer(call);
      res.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    calls,
    settings: { MQTT_ENGINE_URL: url, MQTT_ENGINE_USER: 'belfry', MQTT_ENGINE_PASSWORD: 'word', INGEST_SHARDS: 1 },
    url,
  };
}
const BASIC = `Basic ${Buffer.from('belfry:word').toString('base64')}`;

describe('disconnecting clients', () => {
  it('of the bundled broker is one call with the service secret, of at most 10,000 ids', async () => {
    const { calls, url } = await managementApi(() => ({ status: 200, body: { disconnected: 1 } }));
    const engine = createBelfryEngine({ BROKER_HTTP_URL: url, SERVICE_SECRET: 'the-service-secret' });
    const ids = Array.from({ length: 10_001 }, (_, index) => String(index));
    await engine.disconnect('console', ids);
    expect(calls.map(({ method, url: path, authorization }) => [method, path, authorization])).toEqual(
      Array.from({ length: 2 }, () => ['POST', '/internal/connections/disconnect', 'Bearer the-service-secret']),
    );
    expect(calls.map(({ body }) => body)).toEqual([
      { kind: 'console', ids: ids.slice(0, 10_000) },
      { kind: 'console', ids: ['10000'] },
    ]);
  });

  it('of RabbitMQ is one call for each user name, and one that has no connection is no error', async () => {
    const { calls, settings } = await managementApi(({ url }) => ({ status: url.endsWith('/2') ? 404 : 204 }));
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    await createRabbitmqEngine(settings).disconnect('console', ids);
    expect(calls.map(({ url }) => url).toSorted()).toEqual(
      ids.map((id) => `/api/connections/username/${id}`).toSorted(),
    );
    expect(calls.every(({ method, authorization }) => method === 'DELETE' && authorization === BASIC)).toBe(true);
  });

  it('of RabbitMQ fails when the management API refuses, without telling the password', async () => {
    const { settings } = await managementApi(() => ({ status: 401 }));
    await expect(createRabbitmqEngine(settings).disconnect('device', ['1111-2222-3333-4444'])).rejects.toThrow(
      /answered 401$/,
    );
  });

  it('of nobody calls nothing', async () => {
    const { calls, settings } = await managementApi(() => ({ status: 500 }));
    await createRabbitmqEngine(settings).disconnect('console', []);
    expect(calls).toEqual([]);
  });
});

describe('the devices that may hear a live page', () => {
  it('are sent to the bundled broker as a whole list, with the service secret', async () => {
    const { calls, url } = await managementApi(() => ({ status: 200, body: {} }));
    const { pages } = createBelfryEngine({ BROKER_HTTP_URL: url, SERVICE_SECRET: 'the-service-secret' });
    await pages?.set('the-page', ['1111-2222-3333-4444'], new Date(0));
    await pages?.close('the-page');
    const authorization = 'Bearer the-service-secret';
    const body = { serials: ['1111-2222-3333-4444'], expires_at: '1970-01-01T00:00:00.000Z' };
    expect(calls).toEqual([
      { method: 'PUT', url: '/internal/pages/the-page', authorization, body },
      { method: 'DELETE', url: '/internal/pages/the-page', authorization, body: '' },
    ]);
  });

  it('are asked about by RabbitMQ', async () => {
    const { settings } = await managementApi(() => ({ status: 204 }));
    expect(createRabbitmqEngine(settings).pages).toBeNull();
  });
});
