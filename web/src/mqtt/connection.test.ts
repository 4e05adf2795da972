import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection, type ConnectionState, type Socket, type SocketEvents } from './connection.ts';
import { createFakeBroker } from '../testing/fake-broker.ts';
import type { Incoming } from './message.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function connectionTo(broker: ReturnType<typeof createFakeBroker>) {
  const states: ConnectionState[] = [];
  const calls = { up: 0, down: 0 };
  const messages: Incoming[] = [];
  /** The event handlers of every opened socket, in order. */
  const sockets: SocketEvents[] = [];
  const connection = createConnection({
    open: (events) => {
      sockets.push(events);
      return broker.open(events);
    },
    onMessage: (message) => messages.push(message),
    onUp: () => calls.up++,
    onDown: () => calls.down++,
    onState: (state) => states.push(state),
  });
  return { connection, states, calls, messages, sockets };
}

/** Every delay is the longest of its step. */
const withoutSpread = () => vi.spyOn(Math, 'random').mockReturnValue(1);
const countOpened = ({ log }: ReturnType<typeof createFakeBroker>) => log.filter((entry) => entry === 'open').length;

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

it('is live after CONNACK and reconnects after a loss', async () => {
  const broker = createFakeBroker();
  const { connection, states, calls } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(['reconnecting', 'live']);
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

it('checks an open connection when a reconnection is requested', async () => {
  const broker = createFakeBroker();
  const { connection } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  connection.reconnectNow();
  expect(broker.log).toEqual(['open', 'check']);
});

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
    expect(states).toEqual(['reconnecting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(states).toEqual(['reconnecting', 'offline']);
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

describe('a live connection', () => {
  it('stays live when it was opened before the offline delay', async () => {
    const broker = createFakeBroker();
    const { connection, states } = connectionTo(broker);
    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toEqual(['reconnecting', 'live']);
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
    expect(states).toEqual(['reconnecting', 'live', 'reconnecting']);
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
    expect(states).toEqual(['reconnecting', 'live']);
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
    expect(states).toEqual(['reconnecting', 'offline']);
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
    expect(states).toEqual(['reconnecting', 'offline']);
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
    const former = sockets.at(-1);
    connection.stop();
    broker.refuse(true);
    connection.start();
    const attempts = countOpened(broker);
    await vi.advanceTimersByTimeAsync(500);
    expect(countOpened(broker)).toBe(attempts + 1);
    broker.refuse(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states.at(-1)).toBe('live');
    former?.onMessage({ topic: 'a/b', payload: new Uint8Array(), retained: false });
    former?.onClose();
    expect(messages).toEqual([]);
    expect(states.at(-1)).toBe('live');
    expect(calls).toEqual({ up: 2, down: 1 });
  });
});
