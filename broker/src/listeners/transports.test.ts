import type { Socket } from 'node:net';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { CHUNK_OVERHEAD_BYTES } from '../transport/transport.ts';
import { TcpTransport } from './tcp-listener.ts';
import { WS_PING_MS, wsTransport } from './ws-listener.ts';

type Sent = (error?: Error) => void;

function stalledSockets() {
  const taken: Sent[] = [];
  const tcp = {
    setNoDelay: () => undefined,
    writableLength: 10,
    write: (_bytes: Buffer, sent: Sent) => taken.push(sent),
  };
  const send = (_bytes: Buffer, _options: object, sent: Sent) => taken.push(sent);
  const ws = { OPEN: 1, readyState: 1, bufferedAmount: 10, send };
  return {
    taken,
    tcp: new TcpTransport(tcp as unknown as Socket, 'mqtt'),
    ws: wsTransport(ws as unknown as WebSocket, 'peer'),
  };
}

it.each(['tcp', 'ws'] as const)('counts the overhead of each waiting chunk (%s)', (protocol) => {
  const { taken, [protocol]: transport } = stalledSockets();
  for (let piece = 0; piece < 1_000; piece++) transport.write(Buffer.from('x'));
  expect(transport.buffered).toBe(10 + 1_000 * CHUNK_OVERHEAD_BYTES);
  for (const sent of taken.slice(1)) sent();
  expect(transport.buffered).toBe(10 + CHUNK_OVERHEAD_BYTES);
  taken[0]?.(new Error('gone'));
  expect(transport.buffered).toBe(10);
});

afterEach(() => void vi.useRealTimers());

it('pings a WebSocket before proxies end it, unless its client does not read, until it is closed', () => {
  vi.useFakeTimers();
  const ping = vi.fn<() => void>();
  const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0, ping });
  const nothing = (): void => undefined;
  const transport = wsTransport(socket as unknown as WebSocket, 'peer');
  transport.start({ onData: nothing, onDrain: nothing, onEnd: nothing, onError: nothing });
  vi.advanceTimersByTime(60_000);
  // Some proxies wait for 30 s only.
  expect(WS_PING_MS).toBeLessThan(25_000);
  expect(ping).toHaveBeenCalledTimes(3);
  socket.bufferedAmount = 1;
  vi.advanceTimersByTime(60_000);
  expect(ping).toHaveBeenCalledTimes(3);
  socket.bufferedAmount = 0;
  socket.emit('close');
  vi.advanceTimersByTime(60_000);
  expect(ping).toHaveBeenCalledTimes(3);
});
