import type { Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAedes, commands, openStream, startAedes, thenOnly, until } from '../testing/bare-aedes.ts';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { SyncThenable } from './persistence.ts';

// How Aedes uses its persistence, beyond its documentation: each test fails when a release of Aedes changes it.

afterEach(closeAedes);

describe('the persistence', () => {
  it('may return thenables without finally from every method but delWill', async () => {
    const { aedes, calls } = await startAedes();
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
    const { aedes, calls } = await startAedes({}, { outgoingStream: () => (seen.push(commands(client.packets)), []) });
    const opened = openStream(aedes);
    client.packets = opened.packets;
    opened.send(connectPacket({ clientId: 'a' }));
    await until(() => calls.some(({ method }) => method === 'outgoingStream'));
    opened.send({ cmd: 'pingreq' });
    await until(() => commands(opened.packets).includes('pingresp'));
    expect(seen).toEqual([['connack']]);
  });

  it('gets the packet that authorizePublish has changed, with its clientId and retain flag', async () => {
    const calls: unknown[] = [];
    const { aedes } = await startAedes(
      {
        authorizePublish(client, packet, done) {
          Object.assign(packet, { clientId: client?.id, retain: packet.topic === 'kept' });
          done(null);
        },
      },
      {
        storeRetained: (packet: { topic: string; clientId?: string }) => (
          calls.push([packet.topic, packet.clientId]),
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
    expect(calls).toEqual([['kept', 'a']]);
  });
});
