import { Aedes, type AedesOptions, type Client } from 'aedes';
import type { Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { Router } from '../routing/router.ts';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { commands, fakePersistence, openStream, thenOnly, until } from '../testing/bare-aedes.ts';
import { dropReason } from './drop-reason.ts';
import { Emitter } from './emitter.ts';
import { SyncThenable } from './sync-thenable.ts';

// What the broker relies on in Aedes beyond its documentation: each test fails when a release of Aedes changes it.

let running: Aedes | undefined;
afterEach(() => new Promise<void>((resolve) => (running ? running.close(() => resolve()) : resolve())));

async function start(options: AedesOptions = {}, overrides: Record<string, unknown> = {}) {
  const { persistence, calls } = fakePersistence(overrides);
  const router = new Router();
  const mq = new Emitter(router);
  running = await Aedes.createBroker({ mq, persistence, ...options });
  return { aedes: running, calls, router };
}

describe('the errors that are recognised by their message', () => {
  const dropped = (aedes: Aedes) =>
    new Promise<string | null>((resolve) => {
      aedes.on('connectionError', (_client, error) => resolve(dropReason(error)));
      aedes.on('clientError', (_client, error) => resolve(dropReason(error)));
    });

  it('are connect_timeout without a CONNECT', async () => {
    const { aedes } = await start({ connectTimeout: 10 });
    const reason = dropped(aedes);
    openStream(aedes);
    expect(await reason).toBe('connect_timeout');
  });

  it('are keepalive without a packet for one and a half intervals', async () => {
    const { aedes } = await start();
    const reason = dropped(aedes);
    openStream(aedes).send(connectPacket({ clientId: 'a', keepalive: 1 }));
    expect(await reason).toBe('keepalive');
  });

  it('are not counted when Aedes writes to a closed client', async () => {
    const { aedes } = await start();
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

describe('the persistence', () => {
  it('may return thenables without finally from every method but delWill', async () => {
    const { aedes, calls } = await start();
    const will = { topic: 'will', payload: Buffer.from('x'), qos: 0 as const, retain: false };
    const client = openStream(aedes);
    client.send(connectPacket({ clientId: 'a', clean: false, will }));
    await until(() => commands(client.packets).includes('connack'));
    client.send(
      subscribePacket(1, { topic: 't', qos: 1 }),
      publishPacket('t', 'x', { qos: 1, retain: true, messageId: 2 }),
      publishPacket('t', 'x', { qos: 2, messageId: 3 }),
      { cmd: 'pubrel', messageId: 3 },
      { cmd: 'puback', messageId: 4 },
      { cmd: 'pubrec', messageId: 5 },
      { cmd: 'pubcomp', messageId: 5 },
      { cmd: 'unsubscribe', messageId: 6, unsubscriptions: ['t'] },
    );
    await until(() => commands(client.packets).includes('unsuback'));
    await until(() => calls.some(({ method }) => method === 'storeRetained'));
    expect(commands(client.packets)).toEqual(
      expect.arrayContaining(['connack', 'suback', 'puback', 'pubrec', 'pubcomp', 'pubrel', 'unsuback']),
    );
    const used = new Set(calls.map(({ method }) => method));
    for (const method of [
      'storeRetained',
      'subscriptionsByClient',
      'putWill',
      'incomingStorePacket',
      'outgoingUpdate',
    ]) {
      expect(used).toContain(method);
    }
    expect('finally' in SyncThenable.of(undefined)).toBe(false);
  });

  it('is asked for the outgoing stream once per connection, after the CONNACK is written', async () => {
    const client = { packets: [] as Packet[] };
    const seen: string[][] = [];
    const { aedes, calls } = await start({}, { outgoingStream: () => (seen.push(commands(client.packets)), []) });
    const opened = openStream(aedes);
    client.packets = opened.packets;
    opened.send(connectPacket({ clientId: 'a' }));
    await until(() => calls.some(({ method }) => method === 'outgoingStream'));
    opened.send({ cmd: 'pingreq' });
    await until(() => commands(opened.packets).includes('pingresp'));
    expect(seen).toEqual([['connack']]);
  });

  it('gets the packet that authorizePublish has changed, with its clientId and retain flag', async () => {
    const stored: unknown[] = [];
    const { aedes } = await start(
      {
        authorizePublish(client, packet, done) {
          Object.assign(packet, { clientId: client?.id, retain: packet.topic === 'kept' });
          done(null);
        },
      },
      {
        storeRetained: (packet: { topic: string; clientId?: string }) => (
          stored.push([packet.topic, packet.clientId]),
          thenOnly(undefined)
        ),
      },
    );
    const client = openStream(aedes);
    client.send(connectPacket({ clientId: 'a' }));
    await until(() => commands(client.packets).includes('connack'));
    client.send(publishPacket('kept', 'x', { retain: true }), publishPacket('other', 'x', { retain: true }), {
      cmd: 'pingreq',
    });
    await until(() => commands(client.packets).includes('pingresp'));
    expect(stored).toEqual([['kept', 'a']]);
  });
});

describe('the connect hooks', () => {
  it('may change client id and keepalive in preConnect, and refuse in authenticate with a return code', async () => {
    const ids: string[] = [];
    const { aedes } = await start({
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
    const { aedes, router } = await start({
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
  const { aedes } = await start({
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

it('ends the old connection of a takeover before it reports the new one', async () => {
  const { aedes } = await start();
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
