import { expect } from 'vitest';
import { describeServers, QOS } from '../../../support/services/conformance.ts';

describeServers(({ topic, connect, subscribe, publish, waitUntilDelivered, received, messages, test }) => {
  test('keeps the last retained message of each topic at its QoS until it is deleted', async () => {
    const client = await connect('a');
    for (const qos of QOS) {
      await publish(client, topic(`kept/${qos}`), 'first', qos, true);
      await publish(client, topic(`kept/${qos}`), `last ${qos}`, qos, true);
    }
    const reader = await connect('b');
    await subscribe(reader, { topic: topic('kept/+'), qos: 2 });
    const kept = (await messages(reader, 3)).toSorted((a, b) => a.qos - b.qos);
    expect(kept.map(({ payload, qos, retain }) => [payload.toString(), qos, retain])).toEqual(
      QOS.map((qos) => [`last ${qos}`, qos, true]),
    );
    for (const qos of QOS) await publish(client, topic(`kept/${qos}`), '', qos, true);
    const later = await connect('c');
    await subscribe(later, { topic: topic('kept/+'), qos: 2 });
    await waitUntilDelivered(later);
    expect(received(later)).toEqual([]);
  });

  test('sends retained messages for each subscription, also a repeated one', async () => {
    const client = await connect('a');
    await publish(client, topic('kept'), 'here', 1, true);
    for (const count of [1, 2]) {
      await subscribe(client, { topic: topic('kept'), qos: 1 });
      await messages(client, count);
    }
    await waitUntilDelivered(client);
    expect(received(client)).toEqual(['here', 'here']);
    await publish(client, topic('kept'), '', 1, true);
  });
});
