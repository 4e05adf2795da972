/**
 * Load: devices that publish numbered QoS 1 metrics as fast as the broker acknowledges them, on raw sockets to keep the
 * cost of the generator low. Input (JSON, first argument): see `Input`. Prints one JSON line at the end.
 */
import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes, metricsPayload } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  devices: { serial: string; password: string }[];
  messagesPerDevice: number;
  /** Unacknowledged messages that one device may have. */
  window: number;
  firstSeq: number;
}

const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const startedAt = Date.now();

const payload = (seq: number): string => metricsPayload(seq, new Date(startedAt + seq - input.firstSeq));

async function open({ serial, password }: Input['devices'][number]): Promise<() => Promise<void>> {
  const socket: Socket = connect(input.port, '127.0.0.1').setNoDelay(true);
  const parser = mqttPacket.parser();
  const topic = topics.metrics(serial);
  let sent = 0;
  let acknowledged = 0;
  let connected: () => void;
  let finished: () => void;
  const ready = new Promise<void>((resolve, reject) => {
    connected = resolve;
    socket.on('error', reject);
  });
  const done = new Promise<void>((resolve) => (finished = resolve));

  const fill = (): void => {
    const packets: Buffer[] = [];
    while (sent < input.messagesPerDevice && sent - acknowledged < input.window) {
      packets.push(
        mqttPacket.generate({
          cmd: 'publish',
          topic,
          payload: payload(input.firstSeq + sent),
          qos: 1,
          retain: false,
          dup: false,
          messageId: (sent % 65_000) + 1,
        }),
      );
      sent++;
    }
    if (packets.length > 0) socket.write(Buffer.concat(packets));
  };
  parser.on('packet', (packet) => {
    if (packet.cmd === 'connack') {
      if (packet.returnCode !== 0) throw new Error(`refused with ${packet.returnCode}`);
      connected();
    } else if (packet.cmd === 'puback') acknowledged++;
  });
  socket.on('data', (bytes) => {
    parser.parse(bytes);
    if (acknowledged === input.messagesPerDevice) finished();
    // The window is refilled only when half of it is free, for larger and fewer writes.
    else if (acknowledged > 0 && sent - acknowledged <= input.window / 2) fill();
  });
  socket.write(deviceConnectBytes(serial, password));
  await ready;
  return async () => {
    fill();
    await done;
    socket.end();
  };
}

const devices = await Promise.all(input.devices.map(open));
const begun = Date.now();
await Promise.all(devices.map((publish) => publish()));
process.stdout.write(`${JSON.stringify({ begun, ended: Date.now() })}\n`);
