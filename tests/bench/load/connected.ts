/**
 * Load: devices that stay connected, each with a last will, a retained status, the reference device's subscriptions and one
 * QoS 1 metrics message per interval, spread evenly. Input (JSON, first argument): see `Input`. Prints `connected` when
 * all are connected, then one JSON line whenever `reportEveryMs` has passed: how many messages were acknowledged so far.
 */
import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { formatSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes, metricsPayload } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  devices: number;
  password: string;
  intervalMs: number;
  reportEveryMs: number;
}
const { port, devices, password, intervalMs, reportEveryMs } = JSON.parse(process.argv[2] ?? '{}') as Input;
const CONNECTING_AT_ONCE = 200;
const PUBACK = 4;
const SUBACK = 9;
let acknowledged = 0;

const statusOf = (status: string): Buffer =>
  Buffer.from(
    JSON.stringify({ status, device_version: '1.0', hostname: 'bench', ip: '10.0.0.1', at: new Date().toISOString() }),
  );

function publish(socket: Socket, topic: string, payload: Buffer | string, retain: boolean): void {
  socket.write(mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false, messageId: 1 }));
}

/** Resolves when status and subscriptions are acknowledged. A parser per device would take more memory than the socket. */
function open(serial: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let left = 2;
    socket.on('error', reject).on('close', () => reject(new Error(`${serial} was disconnected`)));
    socket.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
        const type = (bytes[at] ?? 0) >> 4;
        if (type === PUBACK && left <= 0) acknowledged++;
        else if ((type === PUBACK || type === SUBACK) && --left === 0) resolve(socket);
      }
    });
    const will = { topic: topics.status(serial), payload: statusOf('offline'), qos: 1, retain: true } as const;
    socket.write(deviceConnectBytes(serial, password, { will }));
    const subscriptions = [
      topics.commands(serial),
      topics.acks(serial),
      topics.configDesired(serial),
      topics.fleetCommands,
    ].map((topic) => ({ topic, qos: 1 as const }));
    socket.write(mqttPacket.generate({ cmd: 'subscribe', messageId: 2, subscriptions }));
    publish(socket, topics.status(serial), statusOf('online'), true);
  });
}

const queue = Array.from({ length: devices }, (_, index) => formatSerial(String(index + 1).padStart(16, '0'))).values();
const sockets: [string, Socket][] = [];
await Promise.all(
  Array.from({ length: CONNECTING_AT_ONCE }, async () => {
    for (const serial of queue) sockets.push([serial, await open(serial)]);
  }),
);
process.stdout.write('connected\n');

const begun = performance.now();
let sent = 0;
setInterval(() => {
  const due = ((performance.now() - begun) / intervalMs) * devices;
  for (; sent < due; sent++) {
    const [serial, socket] = sockets[sent % devices] ?? [];
    if (serial !== undefined && socket)
      publish(socket, topics.metrics(serial), metricsPayload(1 + Math.floor(sent / devices)), false);
  }
}, 20);
setInterval(() => process.stdout.write(`${JSON.stringify({ acknowledged })}\n`), reportEveryMs);
