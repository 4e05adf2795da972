import { describe, expect, it, vi } from 'vitest';
import { connectionTo, setUpConnectionTests } from '../../../testing/connection-harness.ts';
import { createFakeBroker } from '../../../testing/fake-broker.ts';

setUpConnectionTests();

it('is live after CONNACK and reconnects after a loss', async () => {
  const broker = createFakeBroker();
  const { connection, states, calls } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(['connecting', 'live']);
  broker.closeConnection();
  expect(states.at(-1)).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(500);
  expect(states.at(-1)).toBe('live');
  expect(calls).toEqual({ up: 2, down: 1 });
});

it('is offline after a while, keeps trying, and reconnects at once on request', async () => {
  const broker = createFakeBroker();
  broker.refuse(true);
  const { connection, states } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(states.at(-1)).toBe('offline');
  broker.refuse(false);
  connection.reconnectNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe('live');
});

it('checks an open connection when a reconnection is requested', async () => {
  const broker = createFakeBroker();
  const { connection } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  connection.reconnectNow();
  expect(broker.log).toEqual(['open', 'check']);
});

it('is connecting until the first connection is open, however long the line takes, and again after a new start', async () => {
  const broker = createFakeBroker();
  const { connection, states } = connectionTo(broker);
  const answer = Promise.withResolvers<void>();
  const open = broker.open;
  vi.spyOn(broker, 'open').mockImplementation(async (events) => {
    await answer.promise;
    return open(events);
  });
  connection.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(states).toEqual(['connecting']);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  connection.stop();
  connection.start();
  expect(states).toEqual(['connecting', 'live', 'offline', 'connecting']);
});

describe('a live connection', () => {
  it('stays live when it was opened before the offline delay', async () => {
    const broker = createFakeBroker();
    const { connection, states } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toEqual(['connecting', 'live']);
    expect(broker.log).toEqual(['open']);
  });

  it('is offline 20 s after each loss', async () => {
    const broker = createFakeBroker();
    const { connection, states } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(15_000);
    broker.refuse(true);
    broker.closeConnection();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(states).toEqual(['connecting', 'live', 'reconnecting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toBe('offline');
  });

  it('is opened once, however often it is started', async () => {
    const broker = createFakeBroker();
    const { connection, states } = connectionTo(broker);
    connection.start();
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(broker.log).toEqual(['open']);
    expect(states).toEqual(['connecting', 'live']);
  });

  it('delivers its messages', async () => {
    const broker = createFakeBroker();
    const { connection, messages } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    broker.publish('a/b', 'text');
    expect(messages).toMatchObject([{ topic: 'a/b' }]);
  });
});
