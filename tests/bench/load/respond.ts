/** Load: online devices that respond to every command at once. Input: see `Input`. Prints `ready`. */
import { connect } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  devices: { serial: string; password: string }[];
}
const { port, devices } = JSON.parse(process.argv[2] ?? '{}') as Input;

function open({ serial, password }: Input['devices'][number]): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const parser = mqttPacket.parser();
  const send = (...packets: Packet[]): void => {
    socket.write(Buffer.concat(packets.map((packet) => mqttPacket.generate(packet))));
  };
  const publish = (topic: string, payload: unknown, retain: boolean): Packet => ({
    cmd: 'publish',
    topic,
    payload: JSON.stringify(payload),
    qos: 1,
    retain,
    dup: false,
    messageId: 1,
  });
  const at = new Date().toISOString();
  socket.on('data', (bytes) => parser.parse(bytes));
  return new Promise((resolve) => {
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack') {
        const status = { status: 'online', device_version: '1.0', hostname: 'bench', ip: '127.0.0.1', at };
        send(publish(topics.status(serial), status, true), {
          cmd: 'subscribe',
          messageId: 2,
          subscriptions: [{ topic: topics.commands(serial), qos: 1 }],
        });
      } else if (packet.cmd === 'suback') resolve();
      else if (packet.cmd === 'publish') {
        const { correlation_id } = JSON.parse(packet.payload.toString()) as { correlation_id: string };
        const answer = { correlation_id, phase: 'done', success: true, result: { channel: 0, volume: 50 } };
        send(
          { cmd: 'puback', messageId: packet.messageId ?? 1 },
          publish(
            topics.responses(serial),
            { ...answer, error: null, error_type: null, execution_time_ms: 0, at },
            false,
          ),
        );
      }
    });
    socket.write(deviceConnectBytes(serial, password));
  });
}

await Promise.all(devices.map(open));
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
