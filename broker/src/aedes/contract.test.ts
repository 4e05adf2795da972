import type { Aedes, Client } from 'aedes';
import { afterEach, describe, expect, it } from 'vitest';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { closeAedes, commands, openStream, startAedes, until } from '../testing/bare-aedes.ts';
import { PUBACK_TURNS } from '../transport/write-buffer.ts';
import { dropReason } from './broker.ts';

// What the broker relies on in Aedes beyond its documentation: each test fails when a release of Aedes changes it.

afterEach(closeAedes);

describe('the errors that are recognised by their message', () => {
  const dropped = (aedes: Aedes) =>
    new Promise<string | null>((resolve) => {
      aedes.on('connectionError', (_client, error) => resolve(dropReason(error)));
      aedes.on('clientError', (_client, error) => resolve(dropReason(error)));
    });

  it('are connect_timeout without a CONNECT', async () => {
    const { aedes } = await startAedes({ connectTimeout: 10 });
    const reason = dropped(aedes);
    openStream(aedes);
    expect(await reason).toBe('connect_timeout');
  });

  it('are keepalive without a packet for one and a half intervals', async () => {
    const { aedes } = await startAedes();
    const reason = dropped(aedes);
    openStream(aedes).send(connectPacket({ clientId: 'a', keepalive: 1 }));
    expect(await reason).toBe('keepalive');
  });

  it('are not counted when Aedes writes to a closed client', async () => {
    const { aedes } = await startAedes();
    const ready = new Promise<Client>((resolve) => void aedes.on('clientReady', resolve));
    openStream(aedes).send(connectPacket({ clientId: 'a' }));
    const client = await ready;
    client.close();
    const message = { ...publishPacket('t', 'x'), cmd: 'publish' as const };
    const reason = dropped(aedes);
    client.publish(message, () => undefined);
    expect(await reason).toBeNull();
  });
});

describe('the connect hooks', () => {
  it('may change client id and keepalive in preConnect, and refuse in authenticate with a return code', async () => {
    const ids: string[] = [];
    const { aedes } = await startAedes({
      preConnect(_client, packet, done) {
        packet.clientId = `device:${packet.clientId}`;
        done(null, true);
      },
      authenticate(client, _username, _password, done) {
        ids.push(client.id);
        done(Object.assign(new Error('refused'), { returnCode: 4 }), false);
      },
    });
    const client = openStream(aedes);
    client.send(connectPacket({ clientId: 'a' }));
    await until(() => client.packets.length > 0);
    expect(ids).toEqual(['device:a']);
    expect(client.packets).toMatchObject([{ cmd: 'connack', returnCode: 4 }]);
  });

  it('publish `_will`, as authenticate has changed it, when the connection closes without DISCONNECT', async () => {
    const { aedes, router } = await startAedes({
      authenticate(client, _username, _password, done) {
        const { _will: will } = client as unknown as { _will: { payload: Buffer } };
        will.payload = Buffer.from('changed');
        done(null, true);
      },
    });
    const delivered: string[] = [];
    router.deliver = (topic, payload) => void delivered.push(`${topic} ${payload.toString()}`);
    const will = { topic: 'will', payload: Buffer.from('x'), qos: 1 as const, retain: false };
    const client = openStream(aedes);
    client.send(connectPacket({ clientId: 'a', will }));
    await until(() => commands(client.packets).includes('connack'));
    client.stream.destroy();
    await until(() => delivered.length > 0);
    expect(delivered).toEqual(['will changed']);
  });
});

it('reports a subscription after its SUBACK is written, with 128 for refused filters', async () => {
  const { aedes } = await startAedes({
    authorizeSubscribe: (_client, subscription, done) => done(null, subscription.topic === 'no' ? null : subscription),
  });
  const client = openStream(aedes);
  const reported: unknown[] = [];
  aedes.on('subscribe', (subscriptions, { conn }) => {
    reported.push(
      subscriptions.map(({ topic, qos }) => [topic, qos]),
      conn === client.stream,
      commands(client.packets),
    );
  });
  client.send(connectPacket({ clientId: 'a' }));
  await until(() => commands(client.packets).includes('connack'));
  client.send(subscribePacket(1, { topic: 'yes', qos: 1 }, { topic: 'no', qos: 1 }));
  await until(() => reported.length > 0);
  const granted = [
    ['yes', 1],
    ['no', 128],
  ];
  expect(reported).toEqual([granted, true, ['connack', 'suback']]);
});

it('writes the PUBACK of a message in four bytes, and delivers the message before PUBACKs have waited for their turns', async () => {
  const { aedes, router } = await startAedes();
  const client = openStream(aedes);
  client.send(connectPacket({ clientId: 'a' }));
  await until(() => commands(client.packets).includes('connack'));
  let turns = 0;
  let writtenAt = 0;
  let deliveredAt = 0;
  router.deliver = () => void (deliveredAt = turns);
  const written: number[] = [];
  client.stream.write = (bytes: Buffer) => {
    writtenAt = turns;
    written.push(...bytes);
    return true;
  };
  client.send(publishPacket('t', 'x', { qos: 1, messageId: 1 }));
  await until(() => ++turns > 10 && deliveredAt > 0 && writtenAt > 0);
  expect(written).toEqual([0x40, 2, 0, 1]);
  expect(deliveredAt - writtenAt).toBeLessThanOrEqual(PUBACK_TURNS);
});

it('ends the old connection of a takeover before it reports the new one', async () => {
  const { aedes } = await startAedes();
  const events: string[] = [];
  aedes.on('client', ({ id }) => events.push(`client ${id}`));
  aedes.on('clientDisconnect', ({ id }) => events.push(`clientDisconnect ${id}`));
  const first = openStream(aedes);
  first.send(connectPacket({ clientId: 'a' }));
  await until(() => first.packets.length > 0);
  const second = openStream(aedes);
  second.send(connectPacket({ clientId: 'a' }));
  await until(() => second.packets.length > 0);
  expect(events).toEqual(['client a', 'clientDisconnect a', 'client a']);
  expect(first.stream.destroyed).toBe(true);
});
