import { Readable } from 'node:stream';
import type { QoS } from 'mqtt-packet';
import type { Sessions } from '../sessions/sessions.ts';
import { Dropped } from '../transport/connection.ts';
import type { RetainedStore } from './retained-store.ts';
import { Settled } from './settled.ts';

type WithId = { id: string };
type Connected<C> = (client: C) => void;
type Numbered = { messageId?: number; cmd?: string };
type Publish = { topic: string; payload: Buffer | string; qos: QoS; clientId?: string | null };

/** QoS 2 messages of one session that are received and not released: the engine's own limit ends with each connection. */
const MAX_INBOUND = 1_000;

const DONE = Settled.of(undefined);
const NOTHING = Settled.of([]);
/** Stands for an empty stream where the engine only pipes it on. */
const EMPTY = { pipe: <T>(destination: T): T => destination };

/**
 * What the engine asks of a persistence (the contract of aedes-persistence), in memory. Subscriptions, delivery and
 * redelivery live in the sessions and the router; this maps the engine's calls onto them and answers "nothing" where
 * it would deliver by itself. It keeps no wills: they are in the engine's client, and neither
 * outlives this process.
 */
export class Persistence<C extends WithId> {
  readonly #sessions: Sessions;
  readonly #retained: RetainedStore;

  readonly #onConnected: Connected<C>;

  /** @param onConnected called with each client whose CONNACK is written: from now on it may be sent to */
  constructor(sessions: Sessions, retained: RetainedStore, onConnected: Connected<C>) {
    this.#sessions = sessions;
    this.#retained = retained;
    this.#onConnected = onConnected;
  }

  async setup(): Promise<void> {}
  async destroy(): Promise<void> {}

  /**
   * `clientId` is set where the publisher has a budget (see `chargeRetained`). Beyond it the message is not delivered
   * either, and the engine closes the client with this error.
   */
  storeRetained({ topic, payload, qos, clientId = null }: Publish): Settled<undefined> {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const isStored = this.#retained.store({ topic, payload: bytes, qos, publisher: clientId });
    return isStored ? DONE : Settled.failed(new Dropped('retained_limit'));
  }

  /** Retained messages are sent by the session when the engine reports the subscription. */
  createRetainedStreamCombi(): typeof EMPTY {
    return EMPTY;
  }

  /** What the engine restores for a returning client. */
  subscriptionsByClient({ id }: WithId): Settled<{ topic: string; qos: QoS }[]> {
    const session = this.#sessions.get(id);
    const kept = session?.persistent ? [...session.subscriptions] : [];
    return Settled.of(kept.map(([topic, qos]) => ({ topic, qos })));
  }

  addSubscriptions = (): Settled<undefined> => DONE;
  removeSubscriptions = (): Settled<undefined> => DONE;
  cleanSubscriptions = (): Settled<undefined> => DONE;
  subscriptionsByTopic = (): Settled<never[]> => NOTHING;
  outgoingEnqueue = (): Settled<undefined> => DONE;
  outgoingEnqueueCombi = (): Settled<undefined> => DONE;

  /** PUBREC of a persistent session. */
  outgoingUpdate({ id }: WithId, { messageId, cmd }: Numbered): Settled<undefined> {
    if (cmd === 'pubrel' && messageId !== undefined) this.#sessions.get(id)?.release(messageId);
    return DONE;
  }

  /** PUBACK or PUBCOMP. */
  outgoingClearMessageId({ id }: WithId, { messageId }: Numbered): Settled<undefined> {
    if (messageId !== undefined) this.#sessions.get(id)?.acknowledge(messageId);
    return DONE;
  }

  /**
   * Asked once per connection, right after the CONNACK: what is stored goes out through the session. The engine's
   * pipeline takes any iterable, and a stream for each device of a fleet that comes back would cost a tenth of it.
   */
  outgoingStream(client: C): Iterable<never> {
    this.#onConnected(client);
    return [];
  }

  incomingStorePacket({ id }: WithId, { messageId = 0 }: Numbered): Settled<undefined> {
    const inbound = this.#sessions.get(id)?.inbound;
    if (inbound && inbound.size >= MAX_INBOUND) return Settled.failed(new Dropped('inbound_limit'));
    inbound?.add(messageId);
    return DONE;
  }

  incomingGetPacket({ id }: WithId, { messageId = 0 }: Numbered): Settled<object | undefined> {
    const isKnown = this.#sessions.get(id)?.inbound.has(messageId) ?? false;
    return isKnown ? Settled.of({ messageId }) : Settled.failed(new Error('no such packet'));
  }

  incomingDelPacket({ id }: WithId, { messageId = 0 }: Numbered): Settled<undefined> {
    this.#sessions.get(id)?.inbound.delete(messageId);
    return DONE;
  }

  cleanIncoming({ id }: WithId): Settled<undefined> {
    this.#sessions.get(id)?.inbound.clear();
    return DONE;
  }

  putWill = (): Settled<undefined> => DONE;

  /**
   * A real promise: while connecting the engine notes that a session was present only after it has gone on from restoring
   * it, so the CONNACK must not be written in the same breath. No socket event can come between microtasks.
   */
  delWill = (): Promise<undefined> => Promise.resolve(undefined);
  streamWill = (): Readable => Readable.from([]);
}
