import { afterEach, beforeEach, vi } from 'vitest';
import { createConnection, type ConnectionState, type SocketEvents } from '../lib/mqtt/connection.ts';
import type { Incoming } from '../lib/mqtt/message.ts';
import type { createFakeBroker } from './fake-broker.ts';

type Broker = ReturnType<typeof createFakeBroker>;

export function setUpConnectionTests(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

export function connectionTo(broker: Broker) {
  const states: ConnectionState[] = [];
  const calls = { up: 0, down: 0 };
  const messages: Incoming[] = [];
  const sockets: SocketEvents[] = [];
  const connection = createConnection({
    open: (events) => {
      sockets.push(events);
      return broker.open(events);
    },
    onMessage: (message) => messages.push(message),
    onMissed: () => undefined,
    onUp: () => calls.up++,
    onDown: () => calls.down++,
    onState: (state) => states.push(state),
  });
  return { connection, states, calls, messages, sockets };
}

/** Every delay is the longest of its step. */
export const withoutSpread = () => vi.spyOn(Math, 'random').mockReturnValue(1);
export const countOpened = ({ log }: Broker) => log.filter((entry) => entry === 'open').length;
