import { createConnection, type ConnectionState, type OpenSocket } from './connection.ts';
import type { Incoming, LiveMessage } from './message.ts';
import { createSubscriptions, type Handler, matches } from './subscriptions.ts';

/** A fetch may miss messages of the last seconds, because the database is written in batches. */
const REPLAY_WINDOW_MS = 5_000;

/** How long nothing could be received, in ms; `first` where there was no connection before. */
export type Gap = { ms: number; first: boolean };

export type LiveClientDeps = {
  open: OpenSocket;
  onState: (state: ConnectionState) => void;
  /** Called when a connection is open; messages may have been missed before it. */
  onConnected: (gap: Gap) => void;
  /** Called when topics were subscribed whose last state the broker does not deliver. */
  onMissed?: () => void;
  /** Parses a PUBLISH by the contract. Called after the connection is open, so that it can be loaded with it. */
  decode: (incoming: Incoming, receivedAt: number) => LiveMessage | null;
  now?: () => number;
};

/**
 * The one MQTT connection of the page. Messages are parsed once and delivered to every handler whose filter matches; messages
 * of the last seconds are stored, so that an older answer of the server does not undo them.
 */
export function createLiveClient({
  open,
  onState,
  onConnected,
  onMissed = () => undefined,
  decode,
  now = Date.now,
}: LiveClientDeps) {
  const subscriptions = createSubscriptions();
  const recent = new Map<string, LiveMessage>();
  let disconnectedSince = now();
  let first = true;

  const remember = (message: LiveMessage): void => {
    const key = message.kind === 'responses' ? message.topic + message.payload.correlation_id : message.topic;
    recent.delete(key);
    recent.set(key, message);
    for (const [old, { receivedAt }] of recent) {
      if (message.receivedAt - receivedAt <= REPLAY_WINDOW_MS) break;
      recent.delete(old);
    }
  };

  const connection = createConnection({
    open,
    onState,
    onMissed,
    onMessage: (incoming) => {
      const message = decode(incoming, now());
      if (!message) return;
      remember(message);
      subscriptions.deliver(message);
    },
    onUp: (socket) => {
      subscriptions.connected(socket);
      onConnected({ ms: now() - disconnectedSince, first });
      first = false;
    },
    onDown: () => {
      disconnectedSince = now();
      recent.clear();
      subscriptions.disconnected();
    },
  });

  return {
    start: (): void => {
      disconnectedSince = now();
      first = true;
      connection.start();
    },
    stop: connection.stop,
    reconnectNow: connection.reconnectNow,
    /** Subscribes to an MQTT filter until the returned function is called, across reconnections. */
    subscribe: (filter: string, handler: Handler): (() => void) => subscriptions.add(filter, handler),
    /** The last message of each topic that matches this filter, if it was received within the replay window. */
    recent: (filter: string): LiveMessage[] =>
      [...recent.values()].filter(
        ({ topic, receivedAt }) => now() - receivedAt <= REPLAY_WINDOW_MS && matches(filter, topic),
      ),
  };
}

export type LiveClient = ReturnType<typeof createLiveClient>;
