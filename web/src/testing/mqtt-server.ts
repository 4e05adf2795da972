import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Packet types that a client sends (MQTT 3.1.1, section 2.2.1). */
const TYPES: Record<number, string> = {
  1: 'connect',
  3: 'publish',
  8: 'subscribe',
  10: 'unsubscribe',
  12: 'pingreq',
  14: 'disconnect',
};

export const packets = {
  connack: (returnCode = 0) => Buffer.from([0x20, 2, 0, returnCode]),
  suback: (packetId: number, filters = 1) =>
    Buffer.from([0x90, 2 + filters, packetId >> 8, packetId & 255, ...Array.from({ length: filters }, () => 1)]),
  pingresp: () => Buffer.from([0xd0, 0]),
  publish: (topic: string, payload: string, retain = false) => {
    const body = Buffer.concat([Buffer.from([0, topic.length]), Buffer.from(topic), Buffer.from(payload)]);
    return Buffer.concat([Buffer.from([retain ? 0x31 : 0x30, body.length]), body]);
  },
};

/** Fields of a CONNECT body with user name and password (section 3.1). */
export function readConnect(body: Buffer) {
  const [clientId, username, password] = readTexts(body.subarray(10));
  return {
    level: body.readUInt8(6),
    clean: (body.readUInt8(7) & 2) !== 0,
    keepalive: body.readUInt16BE(8),
    clientId,
    username,
    password,
  };
}

/** Texts with a length prefix of two bytes. */
function readTexts(body: Buffer): string[] {
  if (body.length === 0) return [];
  const end = 2 + body.readUInt16BE(0);
  return [body.toString('utf8', 2, end), ...readTexts(body.subarray(end))];
}

export async function startMqttServer() {
  const received: { type: string; body: Buffer }[] = [];
  const arrival = new EventTarget();
  let socket: Socket | undefined;
  let connections = 0;
  const server = createServer((opened) => {
    socket = opened;
    connections++;
    opened.on('error', () => undefined);
    // Packets of these tests are shorter than 128 bytes, so that their length is one byte.
    let buffer = Buffer.alloc(0);
    opened.on('data', (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      while (buffer.length >= 2 && buffer.length >= 2 + buffer.readUInt8(1)) {
        const end = 2 + buffer.readUInt8(1);
        received.push({ type: TYPES[buffer.readUInt8(0) >> 4] ?? 'other', body: buffer.subarray(2, end) });
        buffer = buffer.subarray(end);
        arrival.dispatchEvent(new Event('packet'));
      }
    });
    opened.on('close', () => arrival.dispatchEvent(new Event('close')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    async take(type: string): Promise<Buffer> {
      for (;;) {
        const packet = received.find((candidate) => candidate.type === type);
        if (packet) {
          received.splice(received.indexOf(packet), 1);
          return packet.body;
        }
        await once(arrival, 'packet');
      }
    },
    send: (bytes: Buffer): void => void socket?.write(bytes),
    cut: (): void => void socket?.destroy(),
    closed: (): Promise<unknown> => (socket?.closed ? Promise.resolve() : once(arrival, 'close')),
    async stop(): Promise<void> {
      socket?.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
