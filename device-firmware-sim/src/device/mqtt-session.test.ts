import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { openSession, type Session } from './mqtt-session.ts';

const TOPIC = 'announced';
const SUBSCRIBE = 0x82;
const CONNACK = Buffer.from([0x20, 2, 0, 0]);
const publishOf = (payload: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x30, 2 + TOPIC.length + payload.length, 0, TOPIC.length]),
    Buffer.from(TOPIC + payload),
  ]);
/** The packet identifier follows the two bytes of the fixed header. @param code the granted QoS, or 128 */
const subackOf = (subscribe: Buffer, code = 1): Buffer =>
  Buffer.from([0x90, 3, subscribe[2] ?? 0, subscribe[3] ?? 0, code]);

const server = createServer();
let session: Session | undefined;
afterEach(() => {
  session?.destroy();
  server.close();
  server.removeAllListeners('connection');
});

test('messages that the broker sends before it confirms the subscription are reported after the session is ready, in order', async () => {
  server.on('connection', (socket: Socket) => {
    socket.on('data', (data: Buffer) => {
      if (data[0] !== SUBSCRIBE) return void socket.write(CONNACK);
      socket.write(Buffer.concat([publishOf('first'), publishOf('second'), subackOf(data), publishOf('third')]));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const reported: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const report = (event: string): void => {
      if (reported.push(event) === 4) resolve();
    };
    session = openSession(
      {
        url: `mqtt://127.0.0.1:${port}`,
        serial: randomSerial(),
        key: 'key',
        will: { topic: 'will', payload: 'offline' },
        subscriptions: [TOPIC],
      },
      {
        ready: () => report('ready'),
        message: (_topic, payload) => report(payload.toString()),
        failed: () => reject(new Error('the session failed')),
        closed: () => reject(new Error('the session was closed')),
      },
    );
  });
  expect(reported).toEqual(['ready', 'first', 'second', 'third']);
});

test('tells whether the broker grants one more topic', async () => {
  server.on('connection', (socket: Socket) => {
    socket.on('data', (data: Buffer) => {
      if (data[0] !== SUBSCRIBE) return void socket.write(CONNACK);
      socket.write(subackOf(data, data.includes('foreign') ? 128 : 0));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = await new Promise<Session>((resolve, reject) => {
    const will = { topic: 'will', payload: 'offline' };
    const next = openSession(
      { url: `mqtt://127.0.0.1:${port}`, serial: randomSerial(), key: 'key', will, subscriptions: [TOPIC] },
      {
        ready: () => resolve(next),
        message: () => {},
        failed: () => reject(new Error('the session failed')),
        closed: () => reject(new Error('the session was closed')),
      },
    );
    session = next;
  });
  expect(await opened.subscribe('pages/own/audio')).toBe(true);
  expect(await opened.subscribe('pages/foreign/audio')).toBe(false);
  opened.destroy();
  expect(await opened.subscribe('pages/own/audio')).toBe(false);
});

test.each([
  [2, 'twin'],
  [3, null],
  [4, 'key'],
  [5, 'key'],
] as const)('tells why the broker answers with %i', async (code, refused) => {
  server.on('connection', (socket: Socket) => {
    socket.on('data', () => socket.end(Buffer.from([0x20, 2, 0, code])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const failed = await new Promise<unknown>((resolve, reject) => {
    const will = { topic: 'will', payload: 'offline' };
    session = openSession(
      { url: `mqtt://127.0.0.1:${port}`, serial: randomSerial(), key: 'key', will, subscriptions: [TOPIC] },
      { ready: () => reject(new Error('accepted')), message: () => {}, failed: resolve, closed: () => {} },
    );
  });
  expect(failed).toBe(refused);
});
