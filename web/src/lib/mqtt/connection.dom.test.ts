import { describe, expect, it, vi } from 'vitest';
import { connectionTo, setUpConnectionTests, countOpened, withoutSpread } from '../../testing/connection-harness.ts';
import { createFakeBroker } from '../../testing/fake-broker.ts';

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

it('checks an open connection every five seconds while the page is visible, and no other', async () => {
  const broker = createFakeBroker();
  const { connection } = connectionTo(broker);
  const checked = (): number => broker.log.filter((entry) => entry === 'check').length;
  connection.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(checked()).toBe(2);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(checked()).toBe(2);
  vi.restoreAllMocks();
  broker.refuse(true);
  broker.closeConnection();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(checked()).toBe(2);
  connection.stop();
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
    expect(countOpened(broker)).toBe(1);
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

setUpConnectionTests();

it('doubles the delay after every failure, up to 15 s', async () => {
  withoutSpread();
  const broker = createFakeBroker();
  broker.refuse(true);
  connectionTo(broker).connection.start();
  await vi.advanceTimersByTimeAsync(0);
  for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    const opened = countOpened(broker);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(countOpened(broker)).toBe(opened);
    await vi.advanceTimersByTimeAsync(1);
    expect(countOpened(broker)).toBe(opened + 1);
  }
});

it('starts with the shortest delay after a connection that needed several attempts is lost', async () => {
  withoutSpread();
  const broker = createFakeBroker();
  broker.refuse(true);
  const { connection, states } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(15_000);
  broker.refuse(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(states.at(-1)).toBe('live');
  broker.closeConnection();
  const opened = broker.log.length;
  await vi.advanceTimersByTimeAsync(499);
  expect(broker.log).toHaveLength(opened);
  await vi.advanceTimersByTimeAsync(1);
  expect(broker.log).toHaveLength(opened + 1);
});

it('increases the delay when a lost connection cannot be opened again', async () => {
  withoutSpread();
  const broker = createFakeBroker();
  const { connection } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  broker.refuse(true);
  broker.closeConnection();
  await vi.advanceTimersByTimeAsync(500);
  expect(countOpened(broker)).toBe(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(countOpened(broker)).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(countOpened(broker)).toBe(3);
});

describe('a connection that cannot be opened', () => {
  it('is retried after increasing delays', async () => {
    withoutSpread();
    const broker = createFakeBroker();
    broker.refuse(true);
    const { connection, calls } = connectionTo(broker);
    connection.start();
    for (const [wait, attempts] of [
      [499, 1],
      [1, 2],
      [999, 2],
      [1, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait);
      expect(countOpened(broker)).toBe(attempts);
    }
    expect(calls).toEqual({ up: 0, down: 0 });
  });

  it('is offline 20 s after the first failure, whatever attempts follow', async () => {
    const broker = createFakeBroker();
    broker.refuse(true);
    const { connection, states } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(states).toEqual(['connecting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(states).toEqual(['connecting', 'offline']);
  });

  it('is offline at once where the browser has no network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { connection, states } = connectionTo(createFakeBroker());
    connection.start();
    expect(states).toEqual(['offline']);
  });

  it('is retried at once and then after the shortest delay when the network is back', async () => {
    withoutSpread();
    const broker = createFakeBroker();
    broker.refuse(true);
    const { connection } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(15_000);
    const attempts = countOpened(broker);
    connection.reconnectNow();
    expect(countOpened(broker)).toBe(attempts + 1);
    await vi.advanceTimersByTimeAsync(499);
    expect(countOpened(broker)).toBe(attempts + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(countOpened(broker)).toBe(attempts + 2);
  });

  it('is opened once when the network is back during a delay', async () => {
    const broker = createFakeBroker();
    broker.refuse(true);
    const { connection, calls } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    broker.refuse(false);
    connection.reconnectNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOpened(broker)).toBe(2);
    expect(calls.up).toBe(1);
  });
});
