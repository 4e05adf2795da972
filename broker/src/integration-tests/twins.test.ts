import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectPacket, payloads, publishPacket, type RawClient } from '../testing/raw-client.ts';
import { KEY, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker();
});
afterEach(() => broker.stop());

const password = Buffer.from(KEY);
const will = { topic: topics.status(SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };

async function takeTurns(turns: number): Promise<{ codes: number[]; last: RawClient }> {
  const codes: number[] = [];
  let last: RawClient | null = null;
  for (let turn = 0; turn < turns; turn += 1) {
    const client = await broker.raw();
    codes.push(await client.connect({ clientId: `copy-${turn % 2}`, username: SERIAL, password, will }));
    if (codes.at(-1) === 0) last = client;
  }
  return { codes, last: last as RawClient };
}

it('two devices with one key: one stays connected, and the other is told that its identifier is rejected', async () => {
  const watcher = await broker.watch({ topic: topics.status(SERIAL), qos: 1 });
  const { codes, last } = await takeTurns(8);
  expect(codes).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
  last.send(publishPacket(topics.status(SERIAL), 'online', { qos: 1, retain: true }), { cmd: 'pingreq' });
  await last.next('pingresp');
  expect(await broker.metric('belfry_broker_refused_total{event="connect_refused",reason="two_devices"}')).toBe(4);
  await watcher.until(() => payloads(watcher).at(-1) === 'online', 'the one that stays');
  await takeTurns(3);
  expect(payloads(watcher).at(-1)).toBe('online');
  for (const client of [watcher, last]) client.destroy();
});

it('the other is admitted when the one that stays has ended, and both after the key has changed', async () => {
  const { last } = await takeTurns(5);
  last.destroy();
  await expect
    .poll(async () => {
      const { codes } = await takeTurns(1);
      return codes;
    })
    .toEqual([0]);
  await fetch(`http://127.0.0.1:${broker.ports.http}/internal/connections/disconnect`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-secret-for-the-tests', 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'device', ids: [SERIAL] }),
  });
  expect((await takeTurns(2)).codes).toEqual([0, 0]);
});

const online = (turn: number): string => JSON.stringify({ status: 'online', hostname: `turn-${turn}` });

it.each([0, 1, 2] as const)(
  'online with QoS %i and without retain stands after a takeover, and with client ids of any length',
  async (qos) => {
    for (const [turn, length] of [0, 1, 23, 128].entries()) {
      const client = await broker.raw();
      const clientId = 'x'.repeat(length);
      client.send(connectPacket({ clientId, username: SERIAL, password, will, clean: true }));
      expect((await client.next('connack')).returnCode).toBe(0);
      client.send(publishPacket(topics.status(SERIAL), online(turn), { qos, retain: false, messageId: 7 }));
      if (qos === 2) {
        await client.next('pubrec');
        client.send({ cmd: 'pubrel', messageId: 7 });
        await client.next('pubcomp');
      }
      client.send({ cmd: 'pingreq' });
      await client.next('pingresp');
      const later = await broker.watch({ topic: topics.status(SERIAL), qos: 1 });
      expect((await later.next('publish')).payload.toString()).toBe(online(turn));
      later.destroy();
      // The next one takes over, except that four in a row would be two devices.
      if (turn % 2 === 1) {
        client.destroy();
        await client.whenClosed();
      }
    }
  },
);
