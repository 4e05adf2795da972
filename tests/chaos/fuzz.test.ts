import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { letPass } from '@belfry/schemas/testing/clock';
import { connectPacket, publishPacket, RawClient } from '@belfry/broker/testing/raw-client';
import { MAX_PAYLOAD_BYTES } from '@belfry/schemas/mqtt/payload-limits';
import { parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import { healthHttp } from '@belfry/schemas/http/service/health';
import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { metricsMessage } from '../support/devices/mqtt-device.ts';
import { anyMessage, anyStream } from '../support/hostile/fuzz.ts';
import { hostilePayloads, type HostilePayload } from '../support/hostile/hostile-payloads.ts';
import { expectEachStoredOnce } from '../support/devices/journal-fleet.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { until } from '../support/until.ts';
import { scrape } from '../support/metrics/scrape.ts';

const RUNS = 250;
const STREAMS_AT_ONCE = 5;
const MESSAGES = 2_000;
/** A connection that is still open after this time is waiting for the rest of a packet. */
const READ_MS = 40;
/** Of the api, over some thousand hostile messages. The heap may still grow to its usual size. */
const MEMORY_GROWTH_MIB = 250;

let belfry: LaunchedProduct;
let attacker: Enrolled;
let healthy: Enrolled[];
beforeAll(async () => {
  belfry = await launchProduct();
  [attacker, ...healthy] = (await belfry.enrol(5)) as [Enrolled, ...Enrolled[]];
});
afterAll(() => belfry.stop());

function isWithinLimit({ topic, payload }: HostilePayload): boolean {
  const limits: Record<string, number> = MAX_PAYLOAD_BYTES;
  return payload.length <= (limits[parseTopic(topic)?.kind ?? ''] ?? 0);
}

const expectNoRestart = (): void => {
  expect(belfry.launcher.lines.filter((line) => line.includes('stopped'))).toEqual([]);
};
const connectPacketOf = ({ serial, key }: Enrolled) =>
  connectPacket({ clientId: serial, username: serial, password: Buffer.from(key) });

/** Writes each piece in its own turn of the event loop and lets the broker read them. */
async function sendOverTcp(pieces: readonly Buffer[]): Promise<void> {
  const socket = connect(belfry.mqttPort, '127.0.0.1').setNoDelay(true);
  socket.on('error', () => {});
  socket.resume();
  for (const piece of pieces) {
    socket.write(piece);
    await setImmediate();
  }
  await Promise.race([once(socket, 'close'), letPass(READ_MS)]);
  socket.destroy();
}

async function sendOverWebSocket(pieces: readonly Buffer[]): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${belfry.wsPort}/mqtt`, 'mqtt');
  socket.on('error', () => {});
  await once(socket, 'open');
  for (const piece of pieces) if (socket.readyState === socket.OPEN) socket.send(piece);
  await Promise.race([once(socket, 'close'), letPass(READ_MS)]);
  socket.terminate();
}

it('no byte stream over TCP or WebSocket stops the broker or affects a healthy device', async () => {
  const healthyClient = await RawClient.open(belfry.mqttPort);
  const { serial, key } = healthy[0]!;
  expect(await healthyClient.connect({ clientId: serial, username: serial, password: Buffer.from(key) })).toBe(0);
  let round = 0;
  const streams = fc.array(anyStream(attacker.serial), { minLength: 1, maxLength: STREAMS_AT_ONCE });
  await fc.assert(
    fc.asyncProperty(streams, async (streams) => {
      const sends = streams.map(({ connects, pieces }, index) => {
        const all = connects ? [mqttPacket.generate(connectPacketOf(attacker)), ...pieces] : pieces;
        return index % 2 === 0 ? sendOverTcp(all) : sendOverWebSocket(all);
      });
      await Promise.all(sends);
      healthyClient.send(
        publishPacket(topics.metrics(serial), JSON.stringify(metricsMessage()), { qos: 1, messageId: 1 + round }),
      );
      await healthyClient.next('puback', round++);
    }),
    { numRuns: RUNS },
  );
  healthyClient.destroy();
  expectNoRestart();
});

it('no hostile payload on any device topic stops the api, grows its memory or delays a healthy device', async () => {
  const healthyClient = await RawClient.open(belfry.mqttPort);
  expect(await healthyClient.connect(connectPacketOf(healthy[0]!))).toBe(0);
  const all = [...hostilePayloads(attacker.serial)];
  const [fitting, oversize] = [all.filter(isWithinLimit), all.filter((message) => !isWithinLimit(message))];
  const before = belfry.memoryOf('api');
  const client = await RawClient.open(belfry.mqttPort);
  expect(await client.connect(connectPacketOf(attacker))).toBe(0);
  for (const [index, { topic, payload }] of fitting.entries()) {
    client.send(publishPacket(topic, payload, { qos: 1, messageId: 1 + (index % 60_000) }));
    if (index % 100 === 99) await client.next('puback', index);
  }
  await client.next('puback', fitting.length - 1);
  expect(client.closed).toBe(false);
  client.destroy();
  // The broker may close the connection on receiving any of these.
  for (const { topic, payload } of oversize.filter((_message, index) => index % 50 === 0)) {
    const another = await RawClient.open(belfry.mqttPort);
    if ((await another.connect(connectPacketOf(attacker))) === 0) {
      another.send(publishPacket(topic, payload, { qos: 1, messageId: 1 }));
      await another.until(
        () => another.closed || another.all('puback').length > 0,
        'an acknowledgement or the end of the connection',
      );
    }
    another.destroy();
  }
  healthyClient.send(
    publishPacket(topics.metrics(healthy[0]!.serial), JSON.stringify(metricsMessage()), { qos: 1, messageId: 1 }),
  );
  await healthyClient.next('puback', 0);
  healthyClient.destroy();
  const backlog = async () => (await scrape(`${belfry.internalUrl}/metrics`)).sum('belfry_ingest_uncommitted');
  await until('everything is committed', backlog, (messages) => messages === 0);
  const api = await scrape(`${belfry.internalUrl}/metrics`);
  expect(api.sum('belfry_ingest_bad_payloads_total')).toBeGreaterThan(fitting.length / 4);
  expect(api.sum('belfry_ingest_handler_errors_total')).toBe(0);
  expect(belfry.memoryOf('api')).toBeLessThan(before + MEMORY_GROWTH_MIB);
  expect((await belfry.api.call(healthHttp.ready, null)).status).toBe(200);
  expectNoRestart();
});

it('no payload on any device topic prevents valid messages from being stored', async () => {
  const badPayloads = async (): Promise<number> =>
    (await scrape(`${belfry.internalUrl}/metrics`)).sum('belfry_ingest_bad_payloads_total');
  const before = await badPayloads();
  // Devices that have sent nothing yet.
  const fleet = await belfry.enrol(healthy.length);
  await expectEachStoredOnce(belfry, fleet, async () => {
    const client = await RawClient.open(belfry.mqttPort);
    expect(await client.connect(connectPacketOf(attacker))).toBe(0);
    const messages = fc.sample(anyMessage(attacker.serial), MESSAGES);
    for (const [index, { topic, payload }] of messages.entries()) {
      client.send(publishPacket(topic, payload, { qos: 1, messageId: 1 + index }));
      if (index % 100 === 99) await client.next('puback', index);
    }
    expect(client.closed).toBe(false);
    client.destroy();
  });
  expect((await badPayloads()) - before).toBeGreaterThan(MESSAGES / 4);
  expectNoRestart();
});
