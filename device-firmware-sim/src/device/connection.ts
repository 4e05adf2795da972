import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import {
  openSession,
  type PublishOptions,
  type Refused,
  type Session,
  type SessionOptions,
  type Will,
} from './mqtt-session.ts';

export type ConnectionDeps = Pick<SessionOptions, 'ca' | 'serial' | 'agentFor'> & {
  /** The ways to the broker: each is tried when the one before was not reached, and kept while it is. At least one. */
  urls: readonly string[];
  /** The way with which it begins; by default the first. */
  reachedBefore?: string | null | undefined;
  clock: Clock;
  random: Random;
  /** Called at each attempt, because the key may change. */
  key: () => string | null;
};

export type ConnectionListener = Pick<SessionOptions, 'subscriptions'> & {
  /** Called at each attempt, because the will may change. */
  will: () => Will;
  connected: () => void;
  disconnected: () => void;
  refused: () => void;
  /** Another device with the same key is connected, as after the copy of an SD card; the next attempt is minutes away. */
  hasTwin: () => void;
  /** An attempt has failed before the broker answered it. */
  unreachable: (error: Error) => void;
  message: (topic: string, payload: Uint8Array) => void;
};

export type Connection = {
  readonly isUp: boolean;
  /** The way that it uses, or tries. */
  readonly url: string;
  /** Must be called before `open`. */
  listen: (listener: ConnectionListener) => void;
  /** Publishes at QoS 1; returns false, without sending, while disconnected. */
  publish: (topic: string, payload: string, options: PublishOptions) => boolean;
  /** Subscribes to one more topic at QoS 0, until the connection is lost. Resolves with whether the broker grants it. */
  subscribe: (topic: string) => Promise<boolean>;
  unsubscribe: (topic: string) => void;
  open: () => void;
  reconnectNow: () => void;
  /** Closes the connection without a DISCONNECT; it reconnects by itself. */
  drop: () => void;
  /** Closes the connection without a DISCONNECT and does not reconnect. */
  destroy: () => void;
  /** Sends pending messages and a DISCONNECT, so that the last will is not published, and does not reconnect until `open`. */
  close: () => Promise<void>;
};

const RETRY = { firstMs: 500, maxMs: 30_000 };
const REFUSED_RETRY = { firstMs: 20_000, maxMs: 20_000 };

/** The delay while another device with the same key is connected: shorter than the broker remembers it, see the docs of devices. */
const TWIN_RETRY = { firstMs: 300_000, maxMs: 300_000 };

/** Keeps one device connected: a new MQTT session per attempt, jittered backoff. */
export function createConnection(deps: ConnectionDeps): Connection {
  const { urls, ca, serial, agentFor, clock, random } = deps;
  const [first = ''] = urls;
  let url = urls.find((way) => way === deps.reachedBefore) ?? first;
  /** Ways that were not reached since the last wait. */
  let missed = 0;
  let listener: ConnectionListener | null = null;
  let session: Session | null = null;
  let isUp = false;
  let isOpen = false;
  /** Attempts since the last connection, and why the broker has refused the last one. */
  let attempts = 0;
  let refused: Refused | null = null;
  let isReady = false;
  let cancelRetry: Cancel = () => {};

  function connect(): void {
    const key = deps.key();
    if (key === null || !listener) return retry();
    const { subscriptions, will, message } = listener;
    isReady = false;
    const options = { url, ca, serial, agentFor, subscriptions, key, will: will() };
    session = openSession(options, { ready, closed, message, failed });
  }

  function failed(reason: Refused | null, error: Error): void {
    refused = reason;
    if (reason === null) listener?.unreachable(error);
  }

  function ready(): void {
    attempts = 0;
    missed = 0;
    refused = null;
    isReady = true;
    isUp = true;
    listener?.connected();
  }

  function closed(): void {
    session = null;
    setDown();
    if (refused === 'key') listener?.refused();
    if (refused === 'twin') listener?.hasTwin();
    if (!isReady && refused === null && takeNextWay()) return connectAfter(0);
    retry();
  }

  /** @returns whether it has not been tried since the last wait */
  function takeNextWay(): boolean {
    url = urls[(urls.indexOf(url) + 1) % urls.length] ?? first;
    missed = (missed + 1) % urls.length;
    return missed > 0;
  }

  function setDown(): void {
    if (!isUp) return;
    isUp = false;
    listener?.disconnected();
  }

  /** Connects after a delay, which is longer after each attempt that failed, instead of an attempt that was waiting. */
  function retry(): void {
    const waitMs = refused
      ? backoffMs(0, refused === 'twin' ? TWIN_RETRY : REFUSED_RETRY, random.next)
      : backoffMs(attempts++, RETRY, random.next);
    connectAfter(waitMs);
  }

  function connectAfter(waitMs: number): void {
    if (!isOpen) return;
    cancelRetry();
    cancelRetry = clock.after(waitMs, connect);
  }

  function detach(): Session | null {
    const closing = session;
    isOpen = false;
    cancelRetry();
    session = null;
    setDown();
    return closing;
  }

  return {
    get isUp() {
      return isUp;
    },
    get url() {
      return url;
    },
    listen(next) {
      listener = next;
    },
    publish(topic, payload, options) {
      if (!isUp || !session) return false;
      session.publish(topic, payload, options);
      return true;
    },
    subscribe: async (topic) => isUp && (await session?.subscribe(topic)) === true,
    unsubscribe: (topic) => session?.unsubscribe(topic),
    open() {
      if (isOpen) return;
      isOpen = true;
      attempts = 0;
      connect();
    },
    reconnectNow() {
      if (!isOpen || session) return;
      cancelRetry();
      attempts = 0;
      connect();
    },
    drop: () => session?.drop(),
    destroy: () => detach()?.destroy(),
    close: async () => detach()?.close(clock),
  };
}
