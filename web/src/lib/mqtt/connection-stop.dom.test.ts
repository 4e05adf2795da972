import { describe, expect, it, vi } from 'vitest';
import { connectionTo, countOpened, setUpConnectionTests, withoutSpread } from '../../testing/connection-harness.ts';
import { createFakeBroker } from '../../testing/fake-broker.ts';
import { createConnection, type Socket } from './connection.ts';

setUpConnectionTests();

it('makes no attempt after it is stopped', async () => {
  const broker = createFakeBroker();
  const { connection, states } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  connection.stop();
  broker.closeConnection();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(broker.log).toEqual(['open', 'close']);
  expect(states.at(-1)).toBe('offline');
});

describe('a connection that is being opened', () => {
  it('is not opened a second time when the network is back', async () => {
    const broker = createFakeBroker();
    const { connection } = connectionTo(broker);
    connection.start();
    connection.reconnectNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(broker.log).toEqual(['open']);
  });

  it('is closed when it was stopped meanwhile', async () => {
    const broker = createFakeBroker();
    const { connection, states, calls } = connectionTo(broker);
    connection.start();
    connection.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(broker.log).toEqual(['open', 'close']);
    expect(states).toEqual(['connecting', 'offline']);
    expect(calls).toEqual({ up: 0, down: 0 });
  });

  it('is not tried again when it fails after a stop', async () => {
    const broker = createFakeBroker();
    broker.refuse(true);
    const { connection } = connectionTo(broker);
    connection.start();
    connection.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(broker.log).toEqual(['open']);
  });
});

it('is opened once after a restart, even when the previous socket opens late', async () => {
  const openings: PromiseWithResolvers<Socket>[] = [];
  const socket = () => ({ subscribe: vi.fn(), unsubscribe: vi.fn(), close: vi.fn<() => void>(), check: vi.fn() });
  const connection = createConnection({
    open: () => {
      const opening = Promise.withResolvers<Socket>();
      openings.push(opening);
      return opening.promise;
    },
    onMessage: () => undefined,
    onMissed: () => undefined,
    onUp: () => undefined,
    onDown: () => undefined,
    onState: () => undefined,
  });
  connection.start();
  connection.stop();
  connection.start();
  const late = socket();
  openings[0]?.resolve(late);
  await vi.advanceTimersByTimeAsync(0);
  expect(late.close).toHaveBeenCalled();
  connection.reconnectNow();
  expect(openings).toHaveLength(2);
});

describe('a stopped connection', () => {
  it('ignores stop and reconnectNow when it was never started', () => {
    const broker = createFakeBroker();
    const { connection, states } = connectionTo(broker);
    connection.stop();
    connection.reconnectNow();
    expect(states).toEqual([]);
    expect(broker.log).toEqual([]);
  });

  it('reports once that it is down', async () => {
    const broker = createFakeBroker();
    const { connection, calls } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    connection.stop();
    connection.stop();
    broker.closeConnection();
    expect(calls).toEqual({ up: 1, down: 1 });
    expect(broker.log).toEqual(['open', 'close']);
  });

  it('does not try again after a failure', async () => {
    const broker = createFakeBroker();
    broker.refuse(true);
    const { connection, states } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    connection.stop();
    connection.reconnectNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(broker.log).toEqual(['open']);
    expect(states).toEqual(['connecting', 'offline']);
  });

  it('starts again with the shortest delay, and ignores the previous socket', async () => {
    withoutSpread();
    const broker = createFakeBroker();
    const { connection, states, calls, messages, sockets } = connectionTo(broker);
    broker.refuse(true);
    connection.start();
    await vi.advanceTimersByTimeAsync(10_000);
    broker.refuse(false);
    connection.reconnectNow();
    await vi.advanceTimersByTimeAsync(0);
    const previous = sockets.at(-1);
    connection.stop();
    broker.refuse(true);
    connection.start();
    const attempts = countOpened(broker);
    await vi.advanceTimersByTimeAsync(500);
    expect(countOpened(broker)).toBe(attempts + 1);
    broker.refuse(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states.at(-1)).toBe('live');
    previous?.onMessage({ topic: 'a/b', payload: new Uint8Array(), retained: false });
    previous?.onClose();
    expect(messages).toEqual([]);
    expect(states.at(-1)).toBe('live');
    expect(calls).toEqual({ up: 2, down: 1 });
  });
});
