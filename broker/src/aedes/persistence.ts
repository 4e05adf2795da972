import { Readable } from 'node:stream';
import type { QoS } from 'mqtt-packet';
import type { Sessions } from '../sessions/sessions.ts';
import type { RetainedStore } from '../retained/retained-store.ts';
import { ConnectionDroppedError } from '../transport/connection.ts';

/**
 * A thenable with a known result that calls back synchronously, for callers that use only `then`. Aedes waits for its
 * persistence while publishing and connecting. Storage in memory needs no waiting, and with a real promise a later message
 * could overtake an earlier one on the same topic (only retained ones wait), and takeovers could interleave.
 */
export class SyncThenable<T> {
  readonly #value: T;
  readonly #error: Error | null;

  private constructor(value: T, error: Error | null) {
    this.#value = value;
    this.#error = error;
  }

  static of<T>(value: T): SyncThenable<T> {
    return new SyncThenable(value, null);
  }

  static failed<T>(error: Error): SyncThenable<T | undefined> {
    return new SyncThenable<T | undefined>(undefined, error);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- this class is a thenable
  then(onValue?: ((value: T) => unknown) | null, onError?: ((error: Error) => unknown) | null): this {
    if (this.#error === null) onValue?.(this.#value);
    else onError?.(this.#error);
    return this;
  }
}

type WithId = { id: string };
type Connected<C> = (client: C) => void;
type PacketWithId = { messageId?: number; cmd?: string };
type Publish = { topic: string; payload: Buffer | string; qos: QoS; clientId?: string | null };

/** Incoming QoS 2 messages of one session that are not released: the limit of Aedes applies to one connection only. */
const MAX_INBOUND = 1_000;

const DONE = SyncThenable.of(undefined);
const NOTHING = SyncThenable.of([]);
/** Replaces an empty stream where Aedes only calls `pipe`. */
const EMPTY = { pipe: <T>(destination: T): T => destination };

/**
 * Implements the interface of aedes-persistence on the sessions, the router and the retained store, all of them in memory.
 * Where Aedes would deliver by itself it returns nothing. Wills are not stored: Aedes keeps them in its client, which does
 * not survive this process either.
 */
export class Persistence<C extends WithId> {
  readonly #sessions: Sessions;
  readonly #retained: RetainedStore;

  readonly #onConnected: Connected<C>;

  /** @param onConnected called with each client of a session that is kept when its CONNACK is written, after which messages may be sent to it */
  constructor(sessions: Sessions, retained: RetainedStore, onConnected: Connected<C>) {
    this.#sessions = sessions;
    this.#retained = retained;
    this.#onConnected = onConnected;
  }

  async setup(): Promise<void> {}
  async destroy(): Promise<void> {}

  /**
   * `clientId` is set if the publisher has a budget (see `chargeRetained`). A message above the budget is not delivered
   * either, and Aedes closes the client with this error.
   */
  storeRetained({ topic, payload, qos, clientId = null }: Publish): SyncThenable<undefined> {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const isStored = this.#retained.store({ topic, payload: bytes, qos, publisher: clientId });
    return isStored ? DONE : SyncThenable.failed(new ConnectionDroppedError('retained_limit'));
  }

  /** The session sends retained messages on the `subscribe` event of Aedes. */
  createRetainedStreamCombi(): typeof EMPTY {
    return EMPTY;
  }

  subscriptionsByClient({ id }: WithId): SyncThenable<{ topic: string; qos: QoS }[]> {
    const session = this.#sessions.get(id);
    const subscriptions = session?.persistent ? [...session.subscriptions] : [];
    return SyncThenable.of(subscriptions.map(([topic, qos]) => ({ topic, qos })));
  }

  addSubscriptions = (): SyncThenable<undefined> => DONE;
  removeSubscriptions = (): SyncThenable<undefined> => DONE;
  cleanSubscriptions = (): SyncThenable<undefined> => DONE;
  subscriptionsByTopic = (): SyncThenable<never[]> => NOTHING;
  outgoingEnqueue = (): SyncThenable<undefined> => DONE;
  outgoingEnqueueCombi = (): SyncThenable<undefined> => DONE;

  /** PUBREC of a persistent session. */
  outgoingUpdate({ id }: WithId, { messageId, cmd }: PacketWithId): SyncThenable<undefined> {
    if (cmd === 'pubrel' && messageId !== undefined) this.#sessions.get(id)?.release(messageId);
    return DONE;
  }

  /** PUBACK or PUBCOMP. */
  outgoingClearMessageId({ id }: WithId, { messageId }: PacketWithId): SyncThenable<undefined> {
    if (messageId !== undefined) this.#sessions.get(id)?.acknowledge(messageId);
    return DONE;
  }

  /**
   * Called once per connection of a session that is kept, right after the CONNACK; the session sends the stored messages. The
   * pipeline of Aedes accepts any iterable, which costs a tenth of a stream.
   */
  outgoingStream(client: C): Iterable<never> {
    this.#onConnected(client);
    return [];
  }

  incomingStorePacket({ id }: WithId, { messageId = 0 }: PacketWithId): SyncThenable<undefined> {
    const session = this.#sessions.get(id);
    if (!session) return DONE;
    const inbound = (session.inbound ??= new Set());
    if (inbound.size >= MAX_INBOUND) return SyncThenable.failed(new ConnectionDroppedError('inbound_limit'));
    inbound.add(messageId);
    return DONE;
  }

  incomingGetPacket({ id }: WithId, { messageId = 0 }: PacketWithId): SyncThenable<object | undefined> {
    const isKnown = this.#sessions.get(id)?.inbound?.has(messageId) ?? false;
    return isKnown ? SyncThenable.of({ messageId }) : SyncThenable.failed(new Error('no such packet'));
  }

  incomingDelPacket({ id }: WithId, { messageId = 0 }: PacketWithId): SyncThenable<undefined> {
    this.#sessions.get(id)?.inbound?.delete(messageId);
    return DONE;
  }

  cleanIncoming({ id }: WithId): SyncThenable<undefined> {
    this.#sessions.get(id)?.inbound?.clear();
    return DONE;
  }

  putWill = (): SyncThenable<undefined> => DONE;

  /**
   * A real promise, because Aedes calls `finally` on it, and because it records that a session was present only after it has
   * started to restore the subscriptions: the CONNACK must not be written synchronously. No socket event can occur between
   * microtasks.
   */
  delWill = (): Promise<undefined> => Promise.resolve(undefined);
  streamWill = (): Readable => Readable.from([]);
}
