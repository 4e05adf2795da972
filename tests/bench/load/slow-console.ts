/**
 * Load: consoles that are subscribed to a device's topic while the service publishes at a fixed rate, one of which stops
 * reading. Runs for a fixed time. Input: see `Input`. Prints the longest time without a message of the other consoles
 * and the number of messages that they received.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { topics } from '@belfry/schemas/mqtt/topics';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { WebSocket } from 'ws';
import { connectBytes } from '../../support/hostile/raw-packets.ts';
import { packetTypes, TYPES } from '../lib/packet-types.ts';

interface Input {
  wsPort: number;
  mqttPort: number;
  consoles: number;
  service: { username: string; password: string };
  console: { userId: number; password: string };
  perSecond: number;
  bytes: number;
  seconds: number;
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const TICK_MS = 5;
const SETTLE_MS = 2_000;
const topic = topics.metrics(randomSerial());
const payload = Buffer.alloc(input.bytes, 'x');

/** Connects a console and resolves when it is subscribed. */
async function connectConsole(
  index: number,
): Promise<{ socket: WebSocket; silenceMs: () => number; received: () => number }> {
  const { userId, password } = input.console;
  const socket = new WebSocket(`ws://127.0.0.1:${input.wsPort}/mqtt`, 'mqtt', { perMessageDeflate: false });
  let lastReceivedAt = 0;
  let longest = 0;
  let received = 0;
  const subscribed = Promise.withResolvers<void>();
  const read = packetTypes((type) => {
    if (type === TYPES.connack)
      socket.send(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] }));
    else if (type === TYPES.suback) subscribed.resolve();
    else if (type === TYPES.publish) {
      const now = performance.now();
      if (lastReceivedAt > 0) longest = Math.max(longest, now - lastReceivedAt);
      lastReceivedAt = now;
      received++;
    }
  });
  socket.on('message', (data: Buffer) => read(data));
  // The broker is expected to drop the slow console.
  socket.on('error', () => {});
  await once(socket, 'open');
  const clientId = consoleClientId(userId, `bench-${index}`);
  socket.send(connectBytes({ clientId, username: String(userId), password: Buffer.from(password) }));
  await subscribed.promise;
  const silenceMs = (): number =>
    Math.max(longest, lastReceivedAt === 0 ? Infinity : performance.now() - lastReceivedAt);
  return { socket, silenceMs, received: () => received };
}

const healthy = await Promise.all(Array.from({ length: input.consoles }, (_, index) => connectConsole(index)));
const slow = await connectConsole(input.consoles);
slow.socket.pause();

const publisher = connect(input.mqttPort, '127.0.0.1').setNoDelay(true);
const { username, password } = input.service;
publisher.write(connectBytes({ clientId: 'belfry-bench', username, password: Buffer.from(password) }));
await once(publisher, 'data');
const packet = mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false });

process.stdout.write('begun\n');
const begun = performance.now();
let sent = 0;
let silence = 0;
while (performance.now() - begun < input.seconds * 1_000) {
  const due = Math.floor(((performance.now() - begun) / 1_000) * input.perSecond);
  if (due > sent) publisher.write(Buffer.concat(Array.from({ length: due - sent }, () => packet)));
  sent = due;
  silence = Math.max(...healthy.map(({ silenceMs }) => silenceMs()).filter(Number.isFinite), 0);
  await delay(TICK_MS);
}
// A console that still misses messages after the end counts as silent until then.
const missing = (): boolean => healthy.some(({ received }) => received() < sent);
const deadline = performance.now() + SETTLE_MS;
while (missing() && performance.now() < deadline) await delay(TICK_MS);
silence = missing() ? Math.max(...healthy.map(({ silenceMs }) => silenceMs())) : silence;
const received = healthy.reduce((sum, console) => sum + console.received(), 0);
process.stdout.write(`${JSON.stringify({ silence_ms: silence, sent, received })}\n`);
process.exit(0);
