/**
 * Load: a fleet that says 1,000 things a second, some of its devices on a screen. Those say with each status when they
 * said it, in the version that their card shows. Input: see `Input`. Prints `ready`, and at the end how many such
 * statuses went out.
 */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes, metricsPayload } from '../../support/raw-packets.ts';

interface Input {
  port: number;
  /** The first `shown` of them are on the screen. */
  devices: { serial: string; password: string }[];
  shown: number;
  perSecond: number;
  /** Milliseconds between two statuses of a device on the screen. */
  statusEveryMs: number;
  seconds: number;
  firstSeq: number;
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const TICK_MS = 5;

/** The machine's clock with fractions of a millisecond, the same as in the page. */
const now = (): number => performance.timeOrigin + performance.now();

type Say = (topic: string, payload: string, retain: boolean) => void;

function open({ serial, password }: Input['devices'][number]): Promise<Say> {
  const socket = connect(input.port, '127.0.0.1').setNoDelay(true);
  const parser = mqttPacket.parser();
  let messageId = 0;
  const say: Say = (topic, payload, retain) => {
    messageId = (messageId % 65_000) + 1;
    socket.write(mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false, messageId }));
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (bytes) => parser.parse(bytes));
    parser.on('packet', (packet) => {
      if (packet.cmd !== 'connack') return;
      if (packet.returnCode === 0) resolve(say);
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

const devices = await Promise.all(input.devices.map(async (device) => ({ ...device, say: await open(device) })));
for (const { serial, say } of devices) say(topics.status(serial), status('1.0'), true);
process.stdout.write('ready\n');
// Whoever watches forgets what it has seen until now.
await delay(500);

const statusesPerSecond = (input.shown * 1_000) / input.statusEveryMs;
const metricsPerSecond = input.perSecond - statusesPerSecond;
let statuses = 0;
let records = 0;
const begun = performance.now();
while (performance.now() - begun < input.seconds * 1_000) {
  const elapsed = (performance.now() - begun) / 1_000;
  for (; records < elapsed * metricsPerSecond; records++) {
    const { serial, say } = devices[records % devices.length] ?? { serial: '', say: () => {} };
    say(topics.metrics(serial), metricsPayload(input.firstSeq + Math.floor(records / devices.length)), false);
  }
  for (; statuses < elapsed * statusesPerSecond; statuses++) {
    const { serial, say } = devices[statuses % input.shown] ?? { serial: '', say: () => {} };
    say(topics.status(serial), status(`t${now().toFixed(1)}`), true);
  }
  await delay(TICK_MS);
}
process.stdout.write(`${JSON.stringify({ statuses })}\n`);
await delay(1_000);
process.exit(0);
