import { createConnection, type ConnectionState, type OpenSocket } from './connection.ts';
import type { Incoming, LiveMessage } from './message.ts';
import { createSubscriptions, type Handler } from './subscriptions.ts';
import { matches } from './topic-filter.ts';

/** A fetch may miss what was said shortly before it: the database is written in batches. */
export const REPLAY_WINDOW_MS = 5_000;

/** How long nothing could be heard; `first` when there was no connection before. */
export type Gap = { ms: number; first: boolean };

export type LiveClientDeps = {
  open: OpenSocket;
  onState: (state: ConnectionState) => void;
  /** A connection is up; something may have been missed meanwhile. */
  onConnected: (gap: Gap) => void;
  /** Reads a publish by the contract. Called once a connection is up, so that it may come with it. */
  decode: (incoming: Incoming, receivedAt: number) => LiveMessage | null;
  now?: () => number;
};

/**
 * The one MQTT connection of the page. Messages are parsed once and handed to everyone whose filter fits; what came
 * in the last seconds is kept, so that an answer of the server that was older than a message does not undo it.
 */
export function createLiveClient({ open, onState, onConnected, decode, now = Date.now }: LiveClientDeps) {
  const subscriptions = createSubscriptions();
  const recent = new Map<string, LiveMessage>();
  let deafSince = now();
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
    onMessage: (incoming) => {
      const message = decode(incoming, now());
      if (!message) return;
      remember(message);
      subscriptions.deliver(message);
    },
    onUp: (socket) => {
      subscriptions.connected(socket);
      onConnected({ ms: now() - deafSince, first });
      first = false;
    },
    onDown: () => {
      deafSince = now();
      recent.clear();
      subscriptions.disconnected();
    },
  });

  return {
    start: (): void => {
      deafSince = now();
      first = true;
      connection.start();
    },
    stop: connection.stop,
    reconnectNow: connection.reconnectNow,
    /** Listens to an MQTT filter, from now until the returned undo is called, through every reconnect. */
    subscribe: (filter: string, handler: Handler): (() => void) => subscriptions.add(filter, handler),
    /** The last message of each topic under this filter, as far as it came within the replay window. */
    recent: (filter: string): LiveMessage[] =>
      [...recent.values()].filter(
        ({ topic, receivedAt }) => now() - receivedAt <= REPLAY_WINDOW_MS && matches(filter, topic),
      ),
  };
}

export type LiveClient = ReturnType<typeof createLiveClient>;
