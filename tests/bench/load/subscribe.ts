/**
 * Load: one subscriber on a raw socket that acknowledges messages in groups. Prints `subscribed`, then one JSON line
 * each time `expected` more messages have arrived.
 */
import { connect } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { connectBytes } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  username: string;
  password: string;
  filter: string;
  expected: number;
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const socket = connect(input.port, '127.0.0.1').setNoDelay(true);
const parser = mqttPacket.parser();
let received = 0;
let acks: Buffer[] = [];
parser.on('packet', (packet) => {
  if (packet.cmd === 'connack') {
    const subscriptions = [{ topic: input.filter, qos: 1 as const }];
    socket.write(mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
  } else if (packet.cmd === 'suback') process.stdout.write('subscribed\n');
  else if (packet.cmd === 'publish') {
    if (packet.qos === 1) acks.push(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
    received++;
    if (received % input.expected === 0) process.stdout.write(`${JSON.stringify({ received, at: Date.now() })}\n`);
  }
});
socket.on('data', (bytes) => {
  parser.parse(bytes);
  if (acks.length === 0) return;
  socket.write(Buffer.concat(acks));
  acks = [];
});
const { username, password } = input;
socket.write(connectBytes({ clientId: 'bench-subscriber', username, password: Buffer.from(password) }));
