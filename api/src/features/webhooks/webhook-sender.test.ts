import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from './webhook-sender.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const status = Number(request.url?.slice(1));
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = { headers: { 'webhook-id': 'msg_1' }, body: '{}' };

describe('an attempt', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'rejected'],
    [400, 'rejected'],
    [404, 'rejected'],
    [408, 'away'],
    [410, 'gone'],
    [429, 'away'],
    [500, 'away'],
    [503, 'away'],
  ])('that is answered with %i is %s', async (status, outcome) => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: '127.0.0.1' });
    expect(await sender.send(`${url}/${status}`, message)).toMatchObject({ outcome, status });
  });

  it('at a private address is not made, and says why', async () => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: undefined });
    expect(await sender.send(`${url}/200`, message)).toEqual({
      outcome: 'away',
      status: null,
      error: 'Nothing is sent there: the address is not public',
    });
    await expect(sender.check(`${url}/200`)).rejects.toMatchObject({ code: 'unprocessable' });
  });

  it('where nothing listens says so', async () => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: '127.0.0.1' });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    expect(await sender.send(`http://127.0.0.1:${port}/`, message)).toMatchObject({ outcome: 'away', status: null });
  });
});
