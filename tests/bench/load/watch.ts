/**
 * Load: consoles over WebSocket that subscribe to one filter and count messages. They parse only the first byte and the
 * length of each packet, to keep the cost of the load low. Prints `subscribed`, then one JSON line each time `expected`
 * more messages have arrived at all of them together.
 */
import { WebSocket } from 'ws';
import mqttPacket from 'mqtt-packet';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { connectBytes } from '../../support/hostile/raw-packets.ts';
import { packetTypes, TYPES } from '../lib/packet-types.ts';

interface Input {
  port: number;
  consoles: number;
  password: string;
  filter: string;
  expected: number;
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
/** Consoles per user, below the broker's limit. */
const PER_USER = 10;
let received = 0;
let frames = 0;

function connectConsole(index: number): Promise<void> {
  const userId = 1 + Math.floor(index / PER_USER);
  const socket = new WebSocket(`ws://127.0.0.1:${input.port}/mqtt`, 'mqtt', { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    const read = packetTypes((type) => {
      if (type === TYPES.connack) {
        const subscriptions = [{ topic: input.filter, qos: 0 as const }];
        socket.send(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
      } else if (type === TYPES.suback) resolve();
      else if (type === TYPES.publish && ++received % input.expected === 0)
        process.stdout.write(`${JSON.stringify({ received, at: Date.now(), frames })}\n`);
    });
    socket.on('error', reject).on('message', (data: Buffer) => {
      frames++;
      read(data);
    });
    socket.on('open', () => {
      const clientId = consoleClientId(userId, `bench-${index}`);
      socket.send(connectBytes({ clientId, username: String(userId), password: Buffer.from(input.password) }));
    });
  });
}

await Promise.all(Array.from({ length: input.consoles }, (_, index) => connectConsole(index)));
process.stdout.write('subscribed\n');
