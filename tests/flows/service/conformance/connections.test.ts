import mqttPacket from 'mqtt-packet';
import { connectPacket, publishPacket } from '@belfry/broker/testing/raw-client';
import { SECRET } from '@belfry/broker/testing/test-broker';
import { expect } from 'vitest';
import { describeServers } from '../../../support/services/conformance.ts';

describeServers(
  ({
    topic,
    clientId,
    open,
    connect,
    subscribe,
    waitUntilDelivered,
    received,
    messages,
    disconnect,
    test,
    testExceptMosquitto,
  }) => {
    test('closes a connection that sends CONNECT twice', async () => {
      const client = await connect('a');
      client.send(connectPacket({ clientId: clientId('a'), username: 'service', password: Buffer.from(SECRET) }));
      await client.whenClosed();
      expect(client.all('connack')).toHaveLength(1);
    });

    test('closes a connection with an unknown protocol name, without a successful CONNACK', async () => {
      const client = await open();
      const bytes = mqttPacket.generate(connectPacket({ clientId: 'a' }));
      bytes.write('hj', bytes.indexOf('MQTT'));
      client.socket.write(bytes);
      await client.whenClosed();
      expect(client.all('connack').filter(({ returnCode }) => returnCode === 0)).toEqual([]);
    });

    test('closes a connection that publishes on a wildcard', async () => {
      const client = await connect('a');
      const bytes = mqttPacket.generate(publishPacket(topic('x'), 'poison', { qos: 1 }));
      bytes.write('#', bytes.indexOf('/x') + 1);
      client.socket.write(bytes);
      await client.whenClosed();
      expect(client.all('puback')).toEqual([]);
    });

    test('assigns a client id to a client without one, but keeps no session for it', async () => {
      const nameless = await connect('', { clientId: '', clean: true });
      await waitUntilDelivered(nameless);
      const keeper = await open();
      const bytes = mqttPacket.generate(
        connectPacket({ clientId: '', username: 'service', password: Buffer.from(SECRET) }),
      );
      const flags = 2 + 2 + 'MQTT'.length + 1;
      bytes.writeUInt8(bytes.readUInt8(flags) & ~2, flags);
      keeper.socket.write(bytes);
      expect((await keeper.next('connack')).returnCode).toBe(2);
      await keeper.whenClosed();
    });

    test('publishes the last will after a lost connection, at its QoS, but not after DISCONNECT', async () => {
      const subscriber = await connect('subscriber');
      await subscribe(subscriber, { topic: topic('will/+'), qos: 2 });
      const will = (name: string) => ({ topic: topic(`will/${name}`), payload: Buffer.from(name), qos: 2 as const });
      await disconnect(await connect('polite', { will: { ...will('polite'), retain: false } }));
      (await connect('gone', { will: { ...will('gone'), retain: false } })).destroy();
      const [published] = await messages(subscriber, 1);
      await waitUntilDelivered(subscriber);
      expect(received(subscriber)).toEqual(['gone']);
      expect(published?.qos).toBe(2);
    });

    testExceptMosquitto(
      'It checks keepalives only every few seconds.',
      'closes a connection that is silent for one and a half times its keepalive',
      async () => {
        const subscriber = await connect('subscriber');
        await subscribe(subscriber, { topic: topic('will'), qos: 1 });
        const will = { topic: topic('will'), payload: Buffer.from('silent'), qos: 1 as const, retain: false };
        const begun = performance.now();
        const silent = await connect('silent', { keepalive: 1, will });
        await messages(subscriber, 1);
        await silent.whenClosed();
        expect(performance.now() - begun).toBeGreaterThan(1_000);
        expect(received(subscriber)).toEqual(['silent']);
      },
    );

    test('closes the connection of a client id when another client connects with it', async () => {
      const first = await connect('a');
      const second = await connect('a');
      await first.whenClosed();
      await waitUntilDelivered(second);
    });
  },
);
