import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHook } from './hook.ts';

const CONNECTIONS = 2;
let server: Server;
afterEach(() => server.closeAllConnections());

async function api(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return createHook({ apiUrl, serviceSecret: 'secret', timeoutMs: 100, connections: CONNECTIONS });
}
const question = { clientid: 'c', username: 'u', password: 'p' };
const ok = { result: 'allow', is_superuser: false, client_attrs: { kind: 'console', id: '1' }, acl: [] };

it('sends the request of the HTTP authentication hooks of other brokers, over persistent connections', async () => {
  let asked: { url?: string; authorization?: string; body: unknown } | undefined;
  let sockets = 0;
  const hook = await api((request, response) => {
    const { authorization } = request.headers;
    request.on('data', (bytes: Buffer) => {
      asked = { url: request.url, authorization, body: JSON.parse(bytes.toString()) };
      response.end(JSON.stringify(ok));
    });
  });
  server.on('connection', () => sockets++);
  expect(await hook(question)).toEqual(ok);
  for (let again = 0; again < 9; again++) await hook(question);
  expect(asked).toEqual({ url: '/internal/broker/authenticate', authorization: 'Bearer secret', body: question });
  expect(sockets).toBeLessThanOrEqual(CONNECTIONS);
  hook.close();
});

it.each([
  ['an error', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end('{}'), '500'],
  ['no JSON', (_: IncomingMessage, response: ServerResponse) => void response.end('<html>'), 'JSON'],
  [
    'another shape',
    (_: IncomingMessage, response: ServerResponse) => void response.end('{"result":"maybe"}'),
    'result',
  ],
  ['nothing', () => undefined, 'Timeout'],
])('rejects when the answer is %s', async (_what, answer, message) => {
  const hook = await api(answer);
  await expect(hook(question)).rejects.toThrow(message);
  hook.close();
});
