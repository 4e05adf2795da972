import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { Incoming } from './message.ts';
import type { SubscriptionSink } from './subscriptions.ts';

/** `connecting` is before the first connection, `reconnecting` after a loss, and `offline` after attempts that failed for a while. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

export type Socket = SubscriptionSink & {
  close: () => void;
  /** Closes the connection unless the broker answers a ping soon: after sleep it may be lost without an event. */
  check: () => void;
};
export type SocketEvents = {
  onMessage: (incoming: Incoming) => void;
  /** Filters were granted, and what was published before is not delivered: it must be fetched. */
  onMissed: () => void;
  onClose: () => void;
};
/** Opens a connection; rejects where that fails. `onClose` is called once, and only after it was open. */
export type OpenSocket = (events: SocketEvents) => Promise<Socket>;

const RECONNECT = { firstMs: 500, maxMs: 15_000 };
/** An open connection is checked so often while the page is visible: a broker that hangs closes nothing. */
const CHECK_MS = 5_000;
/** This long after a loss, or after the first attempt that failed, the state is offline; attempts continue. */
const OFFLINE_AFTER_MS = 20_000;

type ConnectionDeps = {
  open: OpenSocket;
  onMessage: (incoming: Incoming) => void;
  onMissed: () => void;
  onUp: (socket: Socket) => void;
  onDown: () => void;
  onState: (state: ConnectionState) => void;
};

/** Keeps one socket open from `start` to `stop`. */
export function createConnection({ open, onMessage, onMissed, onUp, onDown, onState }: ConnectionDeps) {
  let running = false;
  let generation = 0;
  let failures = 0;
  /** There was a connection since the start. */
  let isKnown = false;
  let socket: Socket | undefined;
  let opening = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let offlineTimer: ReturnType<typeof setTimeout> | undefined;
  let checks: ReturnType<typeof setInterval> | undefined;

  const clearTimers = (): void => {
    clearTimeout(retry);
    clearTimeout(offlineTimer);
    offlineTimer = undefined;
  };

  function offlineLater(): void {
    offlineTimer ??= setTimeout(() => onState('offline'), OFFLINE_AFTER_MS);
  }

  function lost(): void {
    const trying = isKnown ? 'reconnecting' : 'connecting';
    onState(navigator.onLine ? trying : 'offline');
    // A first connection may take long on a slow line, which is no failure.
    if (isKnown) offlineLater();
  }

  function attempt(): void {
    const mine = generation;
    clearTimeout(retry);
    opening = true;
    const onClose = (): void => {
      if (mine !== generation) return;
      socket = undefined;
      clearInterval(checks);
      onDown();
      lost();
      retry = setTimeout(attempt, backoffMs(failures++, RECONNECT));
    };
    const events: SocketEvents = {
      onMessage: (incoming) => mine === generation && onMessage(incoming),
      onMissed: () => mine === generation && onMissed(),
      onClose,
    };
    open(events).then(
      (opened) => {
        if (mine !== generation) return opened.close();
        opening = false;
        clearTimers();
        failures = 0;
        isKnown = true;
        socket = opened;
        checks = setInterval(() => {
          if (document.visibilityState === 'visible') opened.check();
        }, CHECK_MS);
        onState('live');
        onUp(opened);
      },
      () => {
        if (mine !== generation) return;
        opening = false;
        offlineLater();
        retry = setTimeout(attempt, backoffMs(failures++, RECONNECT));
      },
    );
  }

  return {
    start: (): void => {
      if (running) return;
      running = true;
      generation++;
      failures = 0;
      isKnown = false;
      lost();
      attempt();
    },
    stop: (): void => {
      if (!running) return;
      running = false;
      generation++;
      clearTimers();
      clearInterval(checks);
      const last = socket;
      socket = undefined;
      if (last) onDown();
      last?.close();
      onState('offline');
    },
    /** Checks an open connection, or retries now instead of after the delay. For when the network is lost or back, or the page is visible again. */
    reconnectNow: (): void => {
      if (!running || opening) return;
      if (socket) return socket.check();
      failures = 0;
      attempt();
    },
  };
}
