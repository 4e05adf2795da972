// @vitest-environment node
import { expect, it } from 'vitest';
import { openMqttSocket } from './socket.ts';
import { packets, startMqttServer } from '../../../testing/mqtt-server.ts';

const NINE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
/** Bytes of a SUBSCRIBE body: the packet id, and each filter of one character with its length and QoS. */
const bytesOf = (filters: number): number => 2 + 4 * filters;

it.each([
  ['eight filters and then the others at a broker that retains nothing', false, [8, 1]],
  ['all filters at once at a broker that retains', true, [9]],
])('a page subscribes to %s', async (_title, retains, expected) => {
  const server = await startMqttServer();
  const missed = Promise.withResolvers<void>();
  const credentials = { url: server.url, retains, clientId: 'console-1', username: '7', password: 'key' };
  const open = openMqttSocket(() => Promise.resolve(credentials));
  const opening = open({ onMessage: () => undefined, onMissed: missed.resolve, onClose: () => undefined });
  await server.take('connect');
  server.send(packets.connack());
  const socket = await opening;
  socket.subscribe(NINE);
  for (const filters of expected) {
    const packet = await server.take('subscribe');
    expect(packet).toHaveLength(bytesOf(filters));
    server.send(packets.suback(packet.readUInt16BE(0), filters));
  }
  if (!retains) await missed.promise;
  socket.close();
  await server.stop();
});
