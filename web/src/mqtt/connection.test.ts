import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backoffMs, createConnection, type ConnectionState } from './connection.ts';
import { createFakeBroker } from '../testing/fake-broker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function connectionTo(broker: ReturnType<typeof createFakeBroker>) {
  const states: ConnectionState[] = [];
  const calls = { up: 0, down: 0 };
  const connection = createConnection({
    open: broker.open,
    onMessage: () => undefined,
    onUp: () => calls.up++,
    onDown: () => calls.down++,
    onState: (state) => states.push(state),
  });
  return { connection, states, calls };
}

it('waits longer after every failure, up to a limit', () => {
  expect([0, 1, 2, 3].map((failures) => backoffMs(failures, () => 1))).toEqual([500, 1000, 2000, 4000]);
  expect(backoffMs(30, () => 1)).toBe(15_000);
  expect(backoffMs(0, () => 0)).toBe(250);
});

it('is live after CONNACK and comes back after a break', async () => {
  const broker = createFakeBroker();
  const { connection, states, calls } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(['reconnecting', 'live']);
  broker.breakOff();
  expect(states.at(-1)).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(500);
  expect(states.at(-1)).toBe('live');
  expect(calls).toEqual({ up: 2, down: 1 });
});

it('calls itself offline after a while, goes on trying, and hurries when asked', async () => {
  const broker = createFakeBroker();
  broker.refuse(true);
  const { connection, states } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(states.at(-1)).toBe('offline');
  broker.refuse(false);
  connection.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe('live');
});

it('waits as shortly as at first when a connection breaks that had been hard to get', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const broker = createFakeBroker();
  broker.refuse(true);
  const { connection, states } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(15_000);
  broker.refuse(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(states.at(-1)).toBe('live');
  broker.breakOff();
  const opened = broker.log.length;
  await vi.advanceTimersByTimeAsync(499);
  expect(broker.log).toHaveLength(opened);
  await vi.advanceTimersByTimeAsync(1);
  expect(broker.log).toHaveLength(opened + 1);
  vi.restoreAllMocks();
});

it('checks a connection that may have died in its sleep', async () => {
  const broker = createFakeBroker();
  const { connection } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  connection.hurry();
  expect(broker.log).toEqual(['open', 'check']);
});

it('tries nothing more once stopped', async () => {
  const broker = createFakeBroker();
  const { connection, states } = connectionTo(broker);
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  connection.stop();
  broker.breakOff();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(broker.log).toEqual(['open', 'close']);
  expect(states.at(-1)).toBe('offline');
});
