import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Clock } from '../hardware/clock.ts';
import { createConnection, type Connection } from './connection.ts';

const server = createServer();
let connection: Connection | undefined;
afterEach(() => {
  connection?.destroy();
  server.close();
  server.removeAllListeners('connection');
});

test.each([
  [2, 'hasTwin', 150_000, 300_000],
  [5, 'refused', 10_000, 20_000],
] as const)('after the answer %i of the broker it says %s, and waits long', async (code, event, least, most) => {
  server.on('connection', (socket: Socket) => {
    socket.on('data', () => socket.end(Buffer.from([0x20, 2, 0, code])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const waits: number[] = [];
  const clock = { after: (ms: number) => (waits.push(ms), () => undefined) } as unknown as Clock;
  connection = createConnection({
    urls: [`mqtt://127.0.0.1:${port}`],
    serial: randomSerial(),
    key: () => 'key',
    clock,
    random: { next: Math.random } as never,
  });
  const told = { hasTwin: vi.fn<() => void>(), refused: vi.fn<() => void>() };
  connection.listen({
    subscriptions: ['commands'],
    will: () => ({ topic: 'will', payload: 'offline' }),
    connected: () => undefined,
    disconnected: () => undefined,
    unreachable: () => undefined,
    message: () => undefined,
    ...told,
  });
  connection.open();
  await vi.waitFor(() => expect(told[event]).toHaveBeenCalledOnce());
  const other = event === 'hasTwin' ? told.refused : told.hasTwin;
  expect(other).not.toHaveBeenCalled();
  expect(waits.at(-1)).toBeGreaterThanOrEqual(least);
  expect(waits.at(-1)).toBeLessThanOrEqual(most);
});

const CONNACK = Buffer.from([0x20, 2, 0, 0]);
const SUBACK = Buffer.from([0x90, 3, 0, 1, 1]);
const SUBSCRIBE_ID_AT = 2;

async function listen(answer: (socket: Socket) => void) {
  const broker = createServer(answer).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  onTestFinished(() => void broker.close());
  return { broker, url: `mqtt://127.0.0.1:${(broker.address() as AddressInfo).port}` };
}

const admit = (socket: Socket): void => {
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    const isSubscribe = bytes[0] === 0x82;
    if (isSubscribe) bytes.copy(SUBACK, 2, SUBSCRIBE_ID_AT, SUBSCRIBE_ID_AT + 2);
    socket.write(isSubscribe ? SUBACK : CONNACK);
  });
};

test('where one way to the broker is not reached the next is tried at once, and kept; a wait follows the last', async () => {
  const closed = await listen((socket) => socket.destroy());
  const open = await listen(admit);
  const waits: number[] = [];
  const clock = { after: (ms: number, run: () => void) => (waits.push(ms), queueMicrotask(run), () => undefined) };
  const ups: string[] = [];
  const start = (urls: string[], reachedBefore: string | null): Connection => {
    const one: Connection = createConnection({
      urls,
      reachedBefore,
      serial: randomSerial(),
      key: () => 'key',
      clock: clock as unknown as Clock,
      random: { next: Math.random } as never,
    });
    one.listen({
      subscriptions: ['commands'],
      will: () => ({ topic: 'will', payload: 'offline' }),
      connected: () => void ups.push(one.url),
      disconnected: () => undefined,
      unreachable: () => undefined,
      refused: () => undefined,
      hasTwin: () => undefined,
      message: () => undefined,
    });
    onTestFinished(one.destroy);
    one.open();
    return one;
  };
  const first = start([closed.url, open.url], null);
  await vi.waitFor(() => expect(ups).toEqual([open.url]));
  expect(waits).toEqual([0]);
  first.drop();
  await vi.waitFor(() => expect(ups).toHaveLength(2));
  expect(ups[1]).toBe(open.url);
  expect(waits).toHaveLength(2);
  first.destroy();
  start([closed.url, open.url], open.url);
  await vi.waitFor(() => expect(ups).toHaveLength(3));
  expect(waits).toHaveLength(2);
  const none = start([closed.url, 'mqtt://127.0.0.1:2'], null);
  await vi.waitFor(() => expect(waits.length).toBeGreaterThan(6));
  none.destroy();
  expect(waits.slice(2, 6).map((ms) => ms > 0)).toEqual([false, true, false, true]);
});
