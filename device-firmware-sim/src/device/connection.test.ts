import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { afterEach, expect, test, vi } from 'vitest';
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
    url: `mqtt://127.0.0.1:${port}`,
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
