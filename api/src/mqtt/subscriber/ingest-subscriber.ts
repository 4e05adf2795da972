import type { IConnackPacket, IPublishPacket, ISubackPacket, Packet } from 'mqtt-packet';
import { errorSummary } from '../throttled-warning.ts';
import type { AckToken, IngestSubscriberOptions } from './inbound-message.ts';
import { Backlog, ReadingPause, UncommittedMessages } from './backlog.ts';
import { BrokerConnection, ConnectAttempts } from './broker-connection.ts';

const CLOSE_TIMEOUT_MS = 500;
const SUBSCRIBE_ID = 1;
/** The SUBACK return code of a filter that is not granted. */
const NOT_GRANTED = 128;
const LOGGED_TOPIC_LENGTH = 200;

/**
 * The ingest's MQTT 3.1.1 subscriber in a persistent session. The caller acknowledges each message after its commit. It
 * reconnects by itself, and pauses reading while too many messages are not committed.
 */
export class IngestSubscriber {
  readonly #options: IngestSubscriberOptions;
  readonly #attempts: ConnectAttempts;
  readonly #backlog: Backlog;
  readonly #pubacks = new PubackQueue((bytes) => this.#connection?.write(bytes));
  #connection: BrokerConnection | null = null;
  /** Distinguishes the connections in the ack tokens. */
  #connectionNumber = 0;
  readonly #uncommitted = new UncommittedMessages();
  readonly #reading: ReadingPause;
  #up = false;
  #stopped = false;
  #subscribing = false;

  constructor(options: IngestSubscriberOptions) {
    this.#options = options;
    this.#backlog = options.backlog ?? new Backlog();
    this.#reading = new ReadingPause(this.#backlog, () => this.#connection);
    this.#attempts = new ConnectAttempts(options.mayConnect, () => this.#connect());
  }

  start(): this {
    this.#attempts.start();
    return this;
  }

  get up(): boolean {
    return this.#up;
  }

  get paused(): boolean {
    return this.#reading.paused;
  }

  get uncommitted(): number {
    return this.#uncommitted.count;
  }

  /** Acknowledgements of one turn of the event loop are one write. */
  acknowledge({ bytes, connection, packetId }: AckToken): void {
    this.#backlog.remove(bytes);
    if (this.#up && connection === this.#connectionNumber && packetId !== 0) this.#pubacks.add(packetId);
    this.#uncommitted.remove();
  }

  whenIdle(): Promise<void> {
    return this.#uncommitted.whenNone();
  }

  stopReading(): void {
    this.#reading.stop();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#attempts.stop();
    // Before the DISCONNECT, or the next holder of the session would receive these messages again.
    this.#pubacks.flush();
    await this.#connection?.end(CLOSE_TIMEOUT_MS);
  }

  #connect(): void {
    const { url, clientId, username, password, log } = this.#options;
    this.#connectionNumber++;
    this.#connection = new BrokerConnection({
      url,
      credentials: { clientId, username, password },
      log,
      onPacket: (packet) => this.#onPacket(packet),
      onClose: () => this.#onClose(),
    });
  }

  #onPacket(packet: Packet): void {
    switch (packet.cmd) {
      case 'publish':
        return this.#onPublish(packet);
      case 'connack':
        return this.#onConnack(packet);
      case 'suback':
        return this.#onSuback(packet);
      default:
    }
  }

  #onPublish(packet: IPublishPacket): void {
    // What is read while the connection ends is left to the next holder of the session.
    if (this.#stopped) return;
    const payload = packet.payload as Buffer;
    this.#backlog.add(payload.length);
    this.#uncommitted.add();
    this.#reading.pauseIfFull();
    const { topic, retain: retained, dup: redelivered } = packet;
    const packetId = packet.qos > 0 ? (packet.messageId ?? 0) : 0;
    const ackToken = { subscriber: this, connection: this.#connectionNumber, packetId, bytes: payload.length };
    try {
      this.#options.onMessage({ topic, payload, retained, redelivered, ackToken });
    } catch (error) {
      // Without an acknowledgement the broker would redeliver it after every reconnection.
      const fields = { topic: topic.slice(0, LOGGED_TOPIC_LENGTH), ...errorSummary(error) };
      this.#options.log.error(fields, 'a message was skipped');
      this.acknowledge(ackToken);
    }
  }

  #onConnack({ returnCode, sessionPresent }: IConnackPacket): void {
    const { filters, log, onUp } = this.#options;
    if (returnCode !== 0) {
      log.warn({ return_code: returnCode }, 'the broker refused the connection of the ingest');
      this.#connection?.destroy();
      return;
    }
    this.#attempts.succeeded();
    this.#up = true;
    this.#connection?.accepted();
    this.#reading.begin();
    const isNew = !sessionPresent || this.#subscribing;
    if (isNew) {
      this.#subscribing = true;
      const subscriptions = filters.map((topic) => ({ topic, qos: 1 as const }));
      this.#connection?.send({ cmd: 'subscribe', messageId: SUBSCRIBE_ID, subscriptions });
    }
    onUp(isNew);
  }

  #onSuback({ granted }: ISubackPacket): void {
    const { filters, log, onSubscribed } = this.#options;
    const codes = granted as number[];
    if (!codes.includes(NOT_GRANTED)) {
      this.#subscribing = false;
      onSubscribed();
      return;
    }
    log.error({ granted: codes, filters }, 'the broker refused a subscription of the ingest');
    this.#connection?.destroy();
  }

  #onClose(): void {
    this.#connection = null;
    this.#pubacks.clear();
    if (this.#up && !this.#stopped) this.#options.log.warn('the connection of the ingest is lost');
    this.#up = false;
    this.#attempts.retry();
  }
}

export const startIngestSubscriber = (options: IngestSubscriberOptions): IngestSubscriber =>
  new IngestSubscriber(options).start();

const PUBACK_HEADER = 0x4002;
/** Concatenated PUBACK packets of four bytes each, so that a batch is acknowledged in one write. */
function pubacks(packetIds: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(packetIds.length * 4);
  let at = 0;
  for (const id of packetIds) {
    bytes.writeUInt16BE(PUBACK_HEADER, at);
    at = bytes.writeUInt16BE(id, at + 2);
  }
  return bytes;
}
export class PubackQueue {
  readonly #write: (bytes: Buffer) => void;
  #packetIds: number[] = [];

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  add(packetId: number): void {
    if (this.#packetIds.push(packetId) === 1) setImmediate(() => this.flush());
  }

  clear(): void {
    this.#packetIds = [];
  }

  flush(): void {
    const packetIds = this.#packetIds;
    this.#packetIds = [];
    if (packetIds.length > 0) this.#write(pubacks(packetIds));
  }
}
