import { reasonOf } from '@belfry/schemas/domain/reasons';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from './webhook-sender.ts';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, status, how = ''] = (request.url ?? '').split('/');
    const headers = {
      ...(status?.startsWith('3') && { location: '/200' }),
      ...(how.startsWith('wait-') && { 'retry-after': how.slice(5) }),
    };
    if (status === 'closed') return request.socket.destroy();
    response.writeHead(Number(status), headers);
    if (how === 'open') return response.write('x');
    response.end(how === 'long' ? 'x'.repeat(200_000) : '');
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

  it.each([
    ['a body of 200 kB', '200/long'],
    ['a body that never ends', '200/open'],
  ])('that is answered with 200 and %s has arrived', async (_, path) => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: '127.0.0.1' });
    expect(await sender.send(`${url}/${path}`, message)).toEqual({ outcome: 'delivered', status: 200 });
  });

  it.each([
    ['503/wait-60', 'away', 60_000, 'The receiver answered 503, and asks for 60 s without messages'],
    ['429/wait-999999', 'away', 21_600_000, 'The receiver answered 429, and asks for 21600 s without messages'],
    ['503', 'away', null, 'The receiver answered 503'],
    ['308', 'rejected', null, 'The receiver redirects (308), which is not followed'],
    ['301', 'rejected', null, 'The receiver redirects (301), which is not followed'],
  ])('%s is %s, and waits %s ms', async (path, outcome, retryAfterMs, error) => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: '127.0.0.1' });
    expect(await sender.send(`${url}/${path}`, message)).toMatchObject({ outcome, retryAfterMs, error });
    expect(reasonOf(error).reason_code).toMatch(/^receiver_/);
  });

  it('whose connection is closed is made again', async () => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: '127.0.0.1' });
    expect(await sender.send(`${url}/closed`, message)).toMatchObject({ outcome: 'away', status: null });
  });

  it('at a private address is not made, and says why', async () => {
    const sender = createWebhookSender({ WEBHOOK_ALLOW: undefined });
    expect(await sender.send(`${url}/200`, message)).toEqual({
      outcome: 'away',
      status: null,
      error: 'Nothing is sent there: the address is not public',
      retryAfterMs: null,
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
