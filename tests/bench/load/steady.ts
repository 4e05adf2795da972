/**
 * Load: devices that publish numbered QoS 1 metrics at a fixed rate, whether the broker keeps up or not. Records carry
 * the system time, so that the age of the newest committed row is the lag of Postgres. Input: see `Input`. Prints one
 * JSON line at the end: the numbers of published and of acknowledged messages.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes, metricsPayload } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  devices: { serial: string; password: string }[];
  /** Messages a second, of all devices together. */
  perSecond: number;
  seconds: number;
  firstSeq: number;
}
/** Devices take turns. Each writes all messages that have become due since its last turn at once. */
const TURNS = 20;
const TURN_MS = 5;
const ACK_TIMEOUT_MS = 30_000;

const { port, devices, perSecond, seconds, firstSeq } = JSON.parse(process.argv[2] ?? '{}') as Input;
const total = Math.floor((perSecond * seconds) / devices.length);
let acknowledged = 0;

function open({ serial, password }: Input['devices'][number]): Promise<(upTo: number) => void> {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true);
  const parser = mqttPacket.parser();
  const topic = topics.metrics(serial);
  let sent = 0;
  const sendUpTo = (upTo: number): void => {
    const packets: Buffer[] = [];
    for (; sent < upTo; sent++) {
      const messageId = (sent % 65_000) + 1;
      const body = metricsPayload(firstSeq + sent);
      packets.push(
        mqttPacket.generate({ cmd: 'publish', topic, payload: body, qos: 1, retain: false, dup: false, messageId }),
      );
    }
    if (packets.length > 0) socket.write(Buffer.concat(packets));
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (bytes) => parser.parse(bytes));
    parser.on('packet', (packet) => {
      if (packet.cmd === 'puback') acknowledged++;
      else if (packet.cmd === 'connack' && packet.returnCode === 0) resolve(sendUpTo);
      else if (packet.cmd === 'connack') reject(new Error(`refused with ${packet.returnCode}`));
    });
    socket.write(deviceConnectBytes(serial, password));
  });
}

const senders = await Promise.all(devices.map(open));
process.stdout.write('begun\n');
const begun = performance.now();
for (let turn = 0; ; turn++) {
  const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * (perSecond / devices.length)));
  for (let at = turn % TURNS; at < senders.length; at += TURNS) senders[at]?.(due);
  if (due === total) break;
  await delay(Math.max(0, (turn + 1) * TURN_MS - (performance.now() - begun)));
}
for (const send of senders) send(total);
const offered = total * devices.length;
const offeredIn = (performance.now() - begun) / 1_000;
const missesAcks = (): boolean => acknowledged < offered;
const deadline = performance.now() + ACK_TIMEOUT_MS;
while (missesAcks() && performance.now() < deadline) await delay(50);
process.stdout.write(`${JSON.stringify({ offered, acknowledged, seconds: offeredIn })}\n`);
process.exit(0);
