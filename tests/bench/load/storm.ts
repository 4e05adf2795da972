/**
 * Load: devices that all reconnect at once, each with a last will, a retained status and a subscription, while a probe
 * client sends a message to itself every 20 ms. Prints the rate of completed connections, and the longest time that the
 * probe received nothing.
 */
import { connect, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { formatSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  devices: number;
  password: string;
}
const { port, devices, password } = JSON.parse(process.argv[2] ?? '{}') as Input;
/** The same serial numbers in every round, so that devices reconnect. */
const serialOf = (index: number): string => formatSerial(String(index).padStart(16, '0'));
const serials = Array.from({ length: devices }, (_, index) => serialOf(index + 1));
const probe = serialOf(0);
const PROBE_EVERY_MS = 20;
/** Concurrent handshakes. With more than the listen backlog the kernel would delay connections by seconds. */
const HANDSHAKES = 400;

const statusPayload = (value: string): string =>
  JSON.stringify({
    status: value,
    device_version: '1.0',
    hostname: 'bench',
    ip: '10.0.0.1',
    at: new Date().toISOString(),
  });

function open(serial: string, onPacket: (packet: Packet, send: (packet: Packet) => void) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const parser = mqttPacket.parser();
    const send = (packet: Packet): void => void socket.write(mqttPacket.generate(packet));
    parser.on('packet', (packet) => onPacket(packet, send));
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', reject).on('connect', () => {
      const will = {
        topic: topics.status(serial),
        payload: Buffer.from(statusPayload('offline')),
        qos: 1,
        retain: true,
      } as const;
      socket.write(deviceConnectBytes(serial, password, { will }));
      resolve(socket);
    });
  });
}

/** Resolves when status and subscription are acknowledged. */
function reconnect(serial: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let left = 2;
    let socket: Socket;
    const opened = open(serial, (packet, send) => {
      if (packet.cmd === 'connack') {
        if (packet.returnCode !== 0) reject(new Error(`refused with ${packet.returnCode}`));
        const payload = statusPayload('online');
        send({ cmd: 'publish', topic: topics.status(serial), payload, qos: 1, retain: true, dup: false, messageId: 1 });
        send({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: topics.commands(serial), qos: 1 }] });
      } else if ((packet.cmd === 'puback' || packet.cmd === 'suback') && --left === 0) resolve(socket);
    });
    opened.then((connected) => (socket = connected), reject);
  });
}

let lastReceivedAt = performance.now();
let silence = 0;
const topic = topics.metrics(probe);
await new Promise<void>((resolve, reject) => {
  open(probe, (packet, send) => {
    if (packet.cmd === 'connack') send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });
    else if (packet.cmd === 'suback') {
      setInterval(
        () => send({ cmd: 'publish', topic, payload: 'x', qos: 0, retain: false, dup: false }),
        PROBE_EVERY_MS,
      );
      lastReceivedAt = performance.now();
      resolve();
    } else if (packet.cmd === 'publish') {
      silence = Math.max(silence, performance.now() - lastReceivedAt);
      lastReceivedAt = performance.now();
    }
  }).catch(reject);
});

const begun = performance.now();
const queue = serials.values();
const sockets: Socket[] = [];
await Promise.all(
  Array.from({ length: HANDSHAKES }, async () => {
    for (const serial of queue) sockets.push(await reconnect(serial));
  }),
);
const seconds = (performance.now() - begun) / 1_000;
process.stdout.write(`${JSON.stringify({ rate: serials.length / seconds, silence_ms: silence })}\n`);
for (const socket of sockets) socket.destroy();
process.exit(0);
