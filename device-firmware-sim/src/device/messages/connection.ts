import type { Clock } from '../../hardware/clock.ts';
import type { Random } from '../../hardware/random.ts';
import { openSession, type PublishOptions, type Session, type SessionOptions, type Will } from './mqtt-session.ts';
import { createReconnectTimer } from './reconnect-timer.ts';

type ConnectionDeps = Pick<SessionOptions, 'url' | 'ca' | 'serial' | 'subscriptions'> & {
  clock: Clock;
  random: Random;
  /** Called at each attempt, because key and will may change. */
  key: () => string | null;
  will: () => Will;
  /** The connection is accepted and the subscriptions are granted. */
  connected: () => void;
  disconnected: () => void;
  refused: () => void;
  message: (topic: string, payload: Buffer) => void;
};

export type Connection = {
  readonly isUp: boolean;
  /** Publishes at QoS 1; returns false, without sending, while disconnected. */
  publish: (topic: string, payload: string, options: PublishOptions) => boolean;
  /** Connects, and reconnects after every loss. */
  open: () => void;
  /** Connects at once instead of waiting for the next attempt. */
  reconnectNow: () => void;
  /** Closes the connection without a DISCONNECT; it reconnects by itself. */
  drop: () => void;
  /** Closes the connection without a DISCONNECT and does not reconnect. */
  destroy: () => void;
  /** Sends pending messages and a DISCONNECT, so that the last will is not published, and does not reconnect until `open`. */
  close: () => Promise<void>;
};

/** Keeps one device connected: a new MQTT session per attempt, jittered backoff. */
export function createConnection(deps: ConnectionDeps): Connection {
  const { url, ca, serial, subscriptions, clock, random } = deps;
  let session: Session | null = null;
  let isUp = false;
  let wanted = false;
  const reconnectTimer = createReconnectTimer(clock, random);

  function connect(): void {
    const key = deps.key();
    if (key === null) return retry();
    session = openSession(
      { url, ca, serial, subscriptions, key, will: deps.will() },
      { ready, closed, message: deps.message, failed: (refused) => reconnectTimer.failed(refused) },
    );
  }

  function ready(): void {
    reconnectTimer.connected();
    isUp = true;
    deps.connected();
  }

  function closed(): void {
    session = null;
    setDown();
    if (reconnectTimer.wasRefused()) deps.refused();
    retry();
  }

  function setDown(): void {
    if (!isUp) return;
    isUp = false;
    deps.disconnected();
  }

  function retry(): void {
    if (wanted) reconnectTimer.start(connect);
  }

  /** Forgets the session, so that nothing reconnects, and returns it to be closed. */
  function detach(): Session | null {
    const closing = session;
    wanted = false;
    reconnectTimer.cancel();
    session = null;
    setDown();
    return closing;
  }

  return {
    get isUp() {
      return isUp;
    },
    publish(topic, payload, options) {
      if (!isUp || !session) return false;
      session.publish(topic, payload, options);
      return true;
    },
    open() {
      if (wanted) return;
      wanted = true;
      reconnectTimer.reset();
      connect();
    },
    reconnectNow() {
      if (!wanted || session) return;
      reconnectTimer.cancel();
      reconnectTimer.reset();
      connect();
    },
    drop: () => session?.drop(),
    destroy: () => detach()?.destroy(),
    close: async () => detach()?.close(clock),
  };
}
