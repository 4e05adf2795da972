import { publishPacket } from '@belfry/broker/testing/raw-client';
import { expect } from 'vitest';
import { describeServers, QOS } from '../../../support/services/conformance.ts';

describeServers(({ topic, connect, subscribe, publish, waitUntilDelivered, received, messages, disconnect, test }) => {
  test('queues messages of QoS 1 and 2 for a disconnected session', async () => {
    const away = await connect('keeper', { clean: false });
    await subscribe(away, { topic: topic('#'), qos: 2 });
    await disconnect(away);
    const client = await connect('a');
    for (const qos of QOS) await publish(client, topic('q'), `qos ${qos}`, qos);
    const back = await connect('keeper', { clean: false });
    expect(back.all('connack')[0]?.sessionPresent).toBe(true);
    await messages(back, 2);
    await waitUntilDelivered(back);
    // A server may also keep QoS 0 [MQTT-3.1.2-5].
    expect(received(back).filter((text) => text !== 'qos 0')).toEqual(['qos 1', 'qos 2']);
    await disconnect(await connect('keeper', { clean: true }));
    expect((await connect('keeper', { clean: false })).all('connack')[0]?.sessionPresent).toBe(false);
  });

  test('redelivers unacknowledged messages of QoS 1 and 2 with DUP after a reconnection', async () => {
    const first = await connect('keeper', { clean: false });
    await subscribe(first, { topic: topic('#'), qos: 2 });
    const client = await connect('a');
    for (const qos of [1, 2] as const) await publish(client, topic('r'), `qos ${qos}`, qos);
    const before = await messages(first, 2);
    first.destroy();
    const back = await connect('keeper', { clean: false });
    const again = await messages(back, 2);
    expect(again.map(({ payload, qos, dup }) => [payload.toString(), qos, dup])).toEqual([
      ['qos 1', 1, true],
      ['qos 2', 2, true],
    ]);
    expect(again.map(({ messageId }) => messageId)).toEqual(before.map(({ messageId }) => messageId));
  });

  test('delivers a QoS 2 message once although its PUBLISH is repeated', async () => {
    const subscriber = await connect('subscriber');
    await subscribe(subscriber, { topic: topic('once'), qos: 2 });
    const client = await connect('a');
    const packet = publishPacket(topic('once'), 'once', { qos: 2, messageId: 5 });
    client.send(packet);
    await client.next('pubrec');
    client.send({ ...packet, dup: true });
    await client.next('pubrec', 1);
    client.send({ cmd: 'pubrel', messageId: 5 });
    await client.next('pubcomp');
    await messages(subscriber, 1);
    await waitUntilDelivered(subscriber);
    expect(received(subscriber)).toEqual(['once']);
  });
});
