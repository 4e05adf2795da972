import { publishPacket } from '@belfry/broker/testing/raw-client';
import { KEY, SERIAL } from '@belfry/broker/testing/test-broker';
import { expect } from 'vitest';
import { describeServers, QOS } from '../../../support/services/conformance.ts';

describeServers(
  ({ topic, open, connect, subscribe, publish, waitUntilDelivered, received, messages, test, testExceptMosquitto }) => {
    test('delivers at each QoS, and not above that of the PUBLISH', async () => {
      const client = await connect('a');
      expect(await subscribe(client, { topic: topic('+'), qos: 2 })).toEqual([2]);
      for (const qos of QOS) await publish(client, topic('t'), `qos ${qos}`, qos);
      const got = await messages(client, 3);
      expect(got.map(({ payload, qos, retain }) => [payload.toString(), qos, retain])).toEqual(
        QOS.map((qos) => [`qos ${qos}`, qos, false]),
      );
    });

    test('delivers not above the granted QoS', async () => {
      const client = await connect('a');
      for (const granted of QOS) {
        expect(await subscribe(client, { topic: topic(`at/${granted}`), qos: granted })).toEqual([granted]);
        await publish(client, topic(`at/${granted}`), `${granted}`, 2);
      }
      expect((await messages(client, 3)).map(({ qos }) => qos)).toEqual([0, 1, 2]);
    });

    testExceptMosquitto(
      'It uses the QoS of the subscription that it finds first.',
      'delivers one message at the highest QoS, or one per subscription, for overlapping subscriptions',
      async () => {
        const client = await connect('a');
        await subscribe(client, { topic: topic('#'), qos: 2 }, { topic: topic('+'), qos: 1 });
        await publish(client, topic('over'), 'lap', 2);
        await messages(client, 1);
        await waitUntilDelivered(client);
        const got = client.all('publish').map(({ qos }) => qos);
        expect(got.length === 1 ? got : got.toSorted((a, b) => a - b)).toEqual(got.length === 1 ? [2] : [1, 2]);
      },
    );

    testExceptMosquitto(
      'It grants what its ACL file forbids, and delivers nothing.',
      'rejects a subscription with 128 and grants the others of the packet',
      async () => {
        const client = await open();
        const credentials = { username: SERIAL, password: Buffer.from(KEY) };
        expect(await client.connect({ clientId: SERIAL, ...credentials })).toBe(0);
        const granted = await subscribe(
          client,
          { topic: 'fleet/summary', qos: 1 },
          { topic: `devices/${SERIAL}/commands`, qos: 1 },
        );
        expect(granted).toEqual([128, 1]);
      },
    );

    test('matches no wildcard with a topic that begins with $', async () => {
      const subscriber = await connect('subscriber');
      await subscribe(subscriber, { topic: '#', qos: 0 }, { topic: '+/dollar', qos: 0 });
      const client = await connect('a');
      client.send(publishPacket('$story/dollar', 'hidden'));
      const other = await connect('b');
      await publish(other, topic('open'), 'open', 1);
      await subscriber.until(() => received(subscriber).includes('open'), 'the open message');
      expect(subscriber.all('publish').filter(({ topic }) => topic.startsWith('$'))).toEqual([]);
    });

    test('delivers nothing after UNSUBSCRIBE, and acknowledges one for an unknown filter', async () => {
      const client = await connect('a');
      await subscribe(client, { topic: topic('x'), qos: 1 }, { topic: topic('y'), qos: 1 });
      client.send({ cmd: 'unsubscribe', messageId: 7, unsubscriptions: [topic('x'), topic('never')] });
      expect((await client.next('unsuback')).messageId).toBe(7);
      for (const name of ['x', 'y']) await publish(client, topic(name), name, 1);
      await messages(client, 1);
      expect(received(client)).toEqual(['y']);
    });
  },
);
