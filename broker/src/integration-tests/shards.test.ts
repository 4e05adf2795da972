import { randomSerial } from '@belfry/schemas/domain/serial';
import { ingestClientId, shardFilter, shardOf } from '@belfry/schemas/mqtt/shards';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishPacket, subscribePacket, type RawClient } from '../testing/raw-client.ts';
import { OWNER, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

const SHARDS = 3;
const serials = Array.from({ length: 30 }, () => randomSerial());

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker();
});
afterEach(() => broker.stop());

async function subscriberOf(shard: number, qos: 0 | 1 = 0): Promise<RawClient> {
  const client = await broker.service({ clientId: ingestClientId(shard, SHARDS), clean: false });
  client.send(subscribePacket(1, { topic: shardFilter(shard, SHARDS, filters.allMetrics), qos }));
  await client.next('suback');
  return client;
}

const publishAll = async (retain = false): Promise<void> => {
  const publisher = await broker.service({ clientId: 'publisher' });
  publisher.send(
    ...serials.map((serial, at) => publishPacket(topics.metrics(serial), '{}', { qos: 1, messageId: at + 1, retain })),
  );
  await publisher.next('puback', serials.length - 1);
};

async function delivered(client: RawClient): Promise<string[]> {
  client.send({ cmd: 'pingreq' });
  await client.next('pingresp');
  return client.all('publish').map(({ topic }) => topic);
}

const topicsOf = (shard: number): string[] =>
  serials.filter((serial) => shardOf(serial, SHARDS) === shard).map((serial) => topics.metrics(serial));

describe('the filter of a shard', () => {
  it('delivers each message to the session of its shard only, and to ordinary subscribers as before', async () => {
    const shards = await Promise.all([0, 1, 2].map((shard) => subscriberOf(shard)));
    const everything = await broker.service({ clientId: 'observer' });
    everything.send(subscribePacket(1, { topic: filters.allMetrics, qos: 0 }));
    await everything.next('suback');
    await publishAll();
    for (const [shard, client] of shards.entries()) expect(await delivered(client)).toEqual(topicsOf(shard));
    expect(await delivered(everything)).toHaveLength(serials.length);
  });

  it('delivers the retained messages of its shard only', async () => {
    await publishAll(true);
    const client = await subscriberOf(1);
    expect((await delivered(client)).sort()).toEqual(topicsOf(1).sort());
  });

  it('stays in the session, which queues the messages of its shard until the next holder connects', async () => {
    const first = await subscriberOf(2, 1);
    first.send({ cmd: 'disconnect' });
    await first.whenClosed();
    await publishAll();
    const next = await broker.service({ clientId: ingestClientId(2, SHARDS), clean: false });
    expect(await delivered(next)).toEqual(topicsOf(2));
  });

  it('is ended by UNSUBSCRIBE', async () => {
    const client = await subscriberOf(0);
    client.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [shardFilter(0, SHARDS, filters.allMetrics)] });
    await client.next('unsuback');
    await publishAll();
    expect(await delivered(client)).toEqual([]);
  });

  it('is refused to devices and consoles, and when it is invalid', async () => {
    const granted = async (client: RawClient, topic: string): Promise<unknown> => {
      client.send(subscribePacket(1, { topic, qos: 1 }));
      return (await client.next('suback')).granted;
    };
    const serial = '1111-2222-3333-4444';
    expect(await granted(await broker.device(serial), shardFilter(0, 1, topics.status(serial)))).toEqual([128]);
    expect(await granted(await broker.console(OWNER), shardFilter(0, 1, topics.status(serial)))).toEqual([128]);
    expect(await granted(await broker.service(), '$shard/3/3/devices/+/metrics')).toEqual([128]);
    expect(await granted(await broker.service({ clientId: 'b' }), '$shard/0/3/$shard/0/3/a')).toEqual([128]);
  });
});
