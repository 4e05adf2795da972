/**
 * Floors of the WebSocket fan-out: Aedes with the stream of `ws`, which sends one frame per write, or with one that sends
 * all writes of one turn of the event loop as one frame. Input: `{ mode: 'stock' | 'one-frame' }`. Prints its ports.
 */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer, type RawData, type WebSocket } from 'ws';
import { AEDES_OPTIONS } from '../lib/aedes-options.ts';

const { mode } = JSON.parse(process.argv[2] ?? '{}') as { mode: 'stock' | 'one-frame' };
const broker = await Aedes.createBroker(AEDES_OPTIONS);

function oneFrame(socket: WebSocket): Duplex {
  const stream = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => socket.send(chunk, done),
    writev: (chunks, done) => socket.send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
  });
  socket.on('message', (data: RawData) => stream.push(data));
  socket.on('close', () => stream.push(null));
  return stream;
}

const http = createHttpServer();
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket, request) => {
  request.socket.setNoDelay(true);
  broker.handle(mode === 'stock' ? createWebSocketStream(socket) : oneFrame(socket));
});
const tcp = createServer((socket) => broker.handle(socket.setNoDelay(true)));
http.listen(0, '127.0.0.1', () => {
  tcp.listen(0, '127.0.0.1', () => {
    const port = (server: typeof http | typeof tcp): number => (server.address() as AddressInfo).port;
    process.stdout.write(`${JSON.stringify({ wsPort: port(http), mqttPort: port(tcp) })}\n`);
  });
});
