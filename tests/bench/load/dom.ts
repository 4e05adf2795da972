/**
 * Load: a fleet that publishes 1,000 messages a second. The devices that a page shows publish statuses whose version,
 * which the card displays, is the time of publishing. Input: see `Input`. Prints `ready`, and at the end the number of
 * these statuses.
 */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes, metricsPayload } from '../../support/hostile/raw-packets.ts';

interface Input {
  port: number;
  /** The page shows the first `shown` of them. */
  devices: { serial: string; password: string }[];
  shown: number;
  perSecond: number;
  /** Milliseconds between two statuses of a shown device. */
  statusEveryMs: number;
  seconds: number;
  firstSeq: number;
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const TICK_MS = 5;

/** The system time with fractions of a millisecond, as in the page. */
const now = (): number => performance.timeOrigin + performance.now();

type Publish = (topic: string, payload: string, retain: boolean) => void;

function open({ serial, password }: Input['devices'][number]): Promise<Publish> {
  const socket = connect(input.port, '127.0.0.1').setNoDelay(true);
  const parser = mqttPacket.parser();
  let messageId = 0;
  const publish: Publish = (topic, payload, retain) => {
    messageId = (messageId % 65_000) + 1;
    socket.write(mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false, messageId }));
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (bytes) => parser.parse(bytes));
    parser.on('packet', (packet) => {
      if (packet.cmd !== 'connack') return;
      if (packet.returnCode === 0) resolve(publish);
      else reject(new Error(`refused with ${packet.returnCode}`));
    });
    socket.write(deviceConnectBytes(serial, password));
  });
}

const status = (version: string): string =>
  JSON.stringify({
    status: 'online',
    device_version: version,
    hostname: 'bench',
    ip: '10.0.0.1',
    at: new Date().toISOString(),
  });

const devices = await Promise.all(input.devices.map(async (device) => ({ ...device, publish: await open(device) })));
for (const { serial, publish } of devices) publish(topics.status(serial), status('1.0'), true);
process.stdout.write('ready\n');
// The page drops the latencies of the first statuses meanwhile.
await delay(500);

const statusesPerSecond = (input.shown * 1_000) / input.statusEveryMs;
const metricsPerSecond = input.perSecond - statusesPerSecond;
let statuses = 0;
let records = 0;
const begun = performance.now();
while (performance.now() - begun < input.seconds * 1_000) {
  const elapsed = (performance.now() - begun) / 1_000;
  for (; records < elapsed * metricsPerSecond; records++) {
    const { serial, publish } = devices[records % devices.length] ?? { serial: '', publish: () => {} };
    publish(topics.metrics(serial), metricsPayload(input.firstSeq + Math.floor(records / devices.length)), false);
  }
  for (; statuses < elapsed * statusesPerSecond; statuses++) {
    const { serial, publish } = devices[statuses % input.shown] ?? { serial: '', publish: () => {} };
    publish(topics.status(serial), status(`t${now().toFixed(1)}`), true);
  }
  await delay(TICK_MS);
}
process.stdout.write(`${JSON.stringify({ statuses })}\n`);
await delay(1_000);
process.exit(0);
