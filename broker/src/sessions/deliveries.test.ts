import { expect, it } from 'vitest';
import { Message } from './message.ts';
import { InflightWindow } from './deliveries.ts';

const delivery = { message: new Message('t', Buffer.alloc(100)), qos: 1 as const, retain: false };

it('assigns no packet id that is in flight, also after the highest one', () => {
  const window = new InflightWindow(100, 1e9);
  const stuck = window.add(delivery);
  for (let turn = 0; turn < 70_000; turn++) {
    const id = window.add(delivery);
    expect(id > 0 && id <= 65_535 && id !== stuck).toBe(true);
    window.acknowledge(id);
  }
  expect(window.size).toBe(1);
});

it('closes at its limit of messages or bytes, and opens with each acknowledgement', () => {
  const byCount = new InflightWindow(2, 1e9);
  const ids = [byCount.add(delivery), byCount.add(delivery)];
  expect([byCount.isOpen, byCount.acknowledge(ids[0]!), byCount.isOpen]).toEqual([false, true, true]);
  expect(byCount.acknowledge(ids[0]!)).toBe(false);
  const byBytes = new InflightWindow(100, 1_000);
  while (byBytes.isOpen) byBytes.add(delivery);
  expect(byBytes.size).toBe(Math.ceil(1_000 / delivery.message.cost));
});
