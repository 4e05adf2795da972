import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { PIECE_OVERHEAD_BYTES } from './carrier.ts';
import { tcpCarrier } from './tcp-carrier.ts';
import { wsCarrier } from './ws-carrier.ts';

type Sent = (error?: Error) => void;

/** A socket that has taken nothing yet; `taken` calls back what was written, in order. */
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
    tcp: tcpCarrier(tcp as unknown as Socket, 'mqtt'),
    ws: wsCarrier(ws as unknown as WebSocket, 'peer'),
  };
}

it.each(['tcp', 'ws'] as const)('counts what each waiting piece costs besides its bytes (%s)', (protocol) => {
  const { taken, [protocol]: carrier } = stalledSockets();
  for (let piece = 0; piece < 1_000; piece++) carrier.write(Buffer.from('x'));
  expect(carrier.buffered).toBe(10 + 1_000 * PIECE_OVERHEAD_BYTES);
  for (const sent of taken.slice(1)) sent();
  expect(carrier.buffered).toBe(10 + PIECE_OVERHEAD_BYTES);
  taken[0]?.(new Error('gone'));
  expect(carrier.buffered).toBe(10);
});
