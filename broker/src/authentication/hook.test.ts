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
  await expect(hook(question)).rejects.toThrow('destroyed');
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

const device = (n: number, password = 'key') => ({
  clientid: `d${n}`,
  username: `1111-2222-3333-000${n}`,
  password,
});
type Question = typeof question;
const allowed = ({ username }: Question) => ({ ...ok, client_attrs: { kind: 'device', id: username } });

async function recordingApi({ status = 200, text }: { status?: number; text?: string } = {}) {
  const asked: (Question | { clients: Question[] })[] = [];
  const hook = await api((request, response) => {
    request.on('data', (bytes: Buffer) => {
      const body = JSON.parse(bytes.toString()) as (typeof asked)[number];
      asked.push(body);
      if (!('clients' in body)) return response.end(JSON.stringify(allowed(body)));
      const answers = body.clients.map((client) => (client.password === 'broken' ? null : allowed(client)));
      return response.writeHead(status).end(text ?? JSON.stringify({ answers }));
    });
  });
  return { hook, asked };
}
const idsOf = (answers: { result: string; client_attrs?: { id: string } }[]) =>
  answers.map(({ client_attrs }) => client_attrs?.id);

it('asks about devices that connect at the same time with one call', async () => {
  const { hook, asked } = await recordingApi();
  const devices = [1, 2, 3].map((n) => device(n));
  expect(idsOf(await Promise.all(devices.map(hook)))).toEqual(devices.map(({ username }) => username));
  expect(asked).toEqual([{ clients: devices }]);
  hook.close();
});

it('asks about at most 32 devices with one call', async () => {
  const { hook, asked } = await recordingApi();
  await Promise.all(Array.from({ length: 70 }, (_, n) => hook(device(n % 10))));
  expect(asked.map((body) => ('clients' in body ? body.clients.length : 1))).toEqual([32, 32, 6]);
  hook.close();
});

it('rejects only the device of a batch that the api could not answer', async () => {
  const { hook } = await recordingApi();
  const [first, second] = await Promise.allSettled([hook(device(1, 'broken')), hook(device(2))]);
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  hook.close();
});

it('asks about each device alone where the api does not know the call for several', async () => {
  const { hook, asked } = await recordingApi({ status: 404 });
  const devices = [1, 2].map((n) => device(n));
  expect(idsOf(await Promise.all(devices.map(hook)))).toEqual(devices.map(({ username }) => username));
  expect(asked[0]).toEqual({ clients: devices });
  expect(asked.slice(1)).toEqual(expect.arrayContaining(devices));
  expect(asked).toHaveLength(3);
  hook.close();
});

it.each([
  ['fails', { status: 500 }],
  ['is away', { status: 503 }],
  ['answers no JSON', { text: '<html>' }],
])('rejects all devices of a batch when the api %s, without further calls', async (_what, answered) => {
  const { hook, asked } = await recordingApi(answered);
  const answers = await Promise.allSettled([hook(device(1)), hook(device(2))]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toHaveLength(1);
  hook.close();
});

it.each(['a'.repeat(129), 'né', 'a\nb'])(
  'asks alone about a device whose key could make a batch invalid',
  async (key) => {
    const { hook, asked } = await recordingApi();
    await Promise.all([hook(device(1, key)), hook(device(2)), hook(device(3))]);
    expect(asked).toContainEqual(device(1, key));
    expect(asked).toContainEqual({ clients: [device(2), device(3)] });
    hook.close();
  },
);

it('asks alone about a console and about an id of other characters', async () => {
  const { hook, asked } = await recordingApi();
  const others = [
    { ...question, username: '12' },
    { ...device(1), clientid: 'né' },
  ];
  await Promise.all([...others, device(2), device(3)].map(hook));
  expect(asked).toHaveLength(3);
  expect(asked).toEqual(expect.arrayContaining([...others, { clients: [device(2), device(3)] }]));
  hook.close();
});

it('asks about one device with the call for one, and once where it is not known', async () => {
  const { hook, asked } = await recordingApi();
  await hook(device(1));
  expect(asked).toEqual([device(1)]);
  hook.close();
  let calls = 0;
  const other = await api((_, response) => {
    calls++;
    response.writeHead(404).end('{}');
  });
  await expect(other(device(1))).rejects.toThrow('404');
  expect(calls).toBe(1);
  other.close();
});
