import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, describe, expect, it } from 'vitest';
import { publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
afterEach(() => broker.stop());

describe('the subscriptions of a device', () => {
  it('are limited, also after it has reconnected', async () => {
    broker = await startTestBroker();
    const subscriptions = Array.from({ length: 60 }, (_, at) => ({
      topic: `devices/${SERIAL}/x${at}`,
      qos: 1 as const,
    }));
    for (let turn = 0; turn < 2; turn++) {
      const device = await broker.device(SERIAL, { clean: false });
      device.send(subscribePacket(1, ...subscriptions));
      const { granted } = await device.next('suback');
      expect(granted.map(Number)).toEqual(subscriptions.map((_, at) => (at < 50 ? 1 : 128)));
      expect(await broker.metric('belfry_broker_subscriptions')).toBe(50);
      device.destroy();
      await device.whenClosed();
    }
  });

  it('are limited in their number of levels', async () => {
    broker = await startTestBroker();
    const deep = (levels: number) => ({ topic: `devices/${SERIAL}${'/+'.repeat(levels - 2)}`, qos: 0 as const });
    const device = await broker.device();
    device.send(subscribePacket(1, deep(8), deep(9), deep(60)));
    expect((await device.next('suback')).granted).toEqual([0, 128, 128]);
    const api = await broker.service();
    api.send(subscribePacket(1, deep(20)));
    expect((await api.next('suback')).granted).toEqual([0]);
  });
});

describe('the queue of a disconnected device', () => {
  it('is limited in messages: the oldest are discarded', async () => {
    broker = await startTestBroker({ DEVICE_QUEUE_MESSAGES: '10' });
    const device = await broker.device(SERIAL, { clean: false });
    device.send(subscribePacket(1, { topic: filters.everythingOfDevice(SERIAL), qos: 1 }));
    await device.next('suback');
    device.destroy();
    await device.whenClosed();
    const api = await broker.service();
    const commands = Array.from({ length: 30 }, (_, at) =>
      publishPacket(topics.commands(SERIAL), 'x', { qos: 1, messageId: at + 1 }),
    );
    api.send(...commands);
    await api.next('puback', 29);
    expect(await broker.metric('belfry_broker_queued_messages')).toBe(10);
    expect(await broker.metric('belfry_broker_lost_messages_total')).toBe(20);
  });

  it('is limited in bytes', async () => {
    broker = await startTestBroker();
    const device = await broker.device(SERIAL, { clean: false });
    device.send(subscribePacket(1, { topic: filters.everythingOfDevice(SERIAL), qos: 1 }));
    await device.next('suback');
    device.destroy();
    await device.whenClosed();
    const api = await broker.service();
    const payload = Buffer.alloc(64 * 1024, 'x');
    for (let at = 0; at < 20; at++)
      api.send(publishPacket(topics.commands(SERIAL), payload, { qos: 1, messageId: at + 1 }));
    await api.next('puback', 19);
    expect(await broker.metric('belfry_broker_queued_messages')).toBe(3);
  });
});

describe('messages at QoS 2 that are never released', () => {
  it('are limited for the session, not for each of its connections', async () => {
    broker = await startTestBroker();
    const publishAll = async (from: number, count: number) => {
      const device = await broker.device(SERIAL, { clean: false });
      const packets = Array.from({ length: count }, (_, at) =>
        publishPacket(topics.metrics(SERIAL), 'x', { qos: 2, messageId: from + at }),
      );
      device.send(...packets);
      return device;
    };
    const first = await publishAll(1, 600);
    await first.next('pubrec', 599);
    first.destroy();
    await first.whenClosed();
    const second = await publishAll(601, 600);
    await second.whenClosed();
    const reason = 'belfry_broker_refused_total{event="connection_dropped",reason="inbound_limit"}';
    expect(await broker.metric(reason)).toBe(1);
    const third = await broker.device(SERIAL, { clean: false });
    third.send({ cmd: 'pubrel', messageId: 1 });
    await third.next('pubcomp');
    third.send(publishPacket(topics.metrics(SERIAL), 'x', { qos: 2, messageId: 5_000 }));
    await third.next('pubrec');
    expect(third.closed).toBe(false);
  });
});
