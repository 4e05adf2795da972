import { Duplex } from 'node:stream';
import type { TokenBucket } from '../limits/token-bucket.ts';
import type { Principal } from '../principal.ts';
import { type Transport, ReadGate } from './transport.ts';
import { PacketScanner, type PacketLimits, PartialPacket, type Violation } from './packet-scanner.ts';
import { PUBACK_TURNS, WriteBuffer } from './write-buffer.ts';

/** Why the broker itself ended a connection; also the label of its counter. */
type DropReason = Violation | 'slow_consumer' | 'revoked' | 'retained_limit' | 'inbound_limit' | 'idle';

export class ConnectionDroppedError extends Error {
  readonly reason: DropReason;
  constructor(reason: DropReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Before authentication the broker sends a CONNACK at most. */
const UNAUTHENTICATED_BUFFERED_BYTES = 64 * 1024;
/** With less than this buffered a connection is closed gracefully, so that a CONNACK is still sent. */
const GRACEFUL_CLOSE_BYTES = 64 * 1024;
const END_TIMEOUT_MS = 1_000;
/** How long bytes that were received before the peer closed may wait to be read. */
const READ_AFTER_END_TIMEOUT_MS = 10_000;

/**
 * The stream that Aedes reads and writes, on any transport. It differs from a plain socket in four ways:
 * - writing never blocks: Aedes waits for the `drain` of every subscriber before it continues with the publisher, so one
 *   subscriber that stops reading would delay all. Here a client above its buffer limit is dropped and nobody waits;
 * - the writes of one turn of the event loop are sent together, as one segment or one WebSocket frame, PUBACKs after the
 *   messages that they acknowledge;
 * - packet sizes are checked before packets are buffered (PacketScanner);
 * - a client above its rate is read more slowly (back-pressure, without loss).
 */
export class Connection extends Duplex {
  readonly transport: Transport;
  readonly #scanner: PacketScanner;
  readonly #received: { bytes: number };
  principal: Principal | null = null;
  maxBuffered = UNAUTHENTICATED_BUFFERED_BYTES;
  bucket: TokenBucket | null = null;
  /** A rate for filters, because one packet may contain a hundred of them and each is costly. */
  filterBucket: TokenBucket | null = null;
  byteBucket: TokenBucket | null = null;
  /** Called when most buffered bytes have been sent, so that a sender that paces its writes can continue. */
  onDrain: (() => void) | null = null;
  /** When bytes were last received, as `performance.now`. */
  lastReceivedAt = performance.now();
  /** The address that a device has reported, where it is asked for; see TwinGuard. */
  reportedIp: string | null = null;
  readonly filters = new Set<string>();
  readonly #partial = new PartialPacket();
  readonly #writes = new WriteBuffer();
  readonly #reading: ReadGate;
  #endTimer: NodeJS.Timeout | null = null;
  #ended = false;

  /** @param received counts the bytes read by all connections together */
  constructor(transport: Transport, limits: PacketLimits, received: { bytes: number }) {
    super({ readableHighWaterMark: 64 * 1024, allowHalfOpen: false });
    this.transport = transport;
    this.#reading = new ReadGate(transport);
    this.#scanner = new PacketScanner(limits);
    this.#received = received;
    transport.start({
      onData: (bytes) => this.#onData(bytes),
      onDrain: () => this.#notifyDrain(),
      onEnd: () => this.#onEnd(),
      onError: (error) => this.destroy(error),
    });
  }

  set maxPacketBytes(bytes: number) {
    this.#scanner.packetBytes = bytes;
  }

  get buffered(): number {
    return this.#writes.bytes + this.transport.buffered;
  }

  /** Whether messages that can wait (retained or queued ones) may be sent now. */
  get hasCapacity(): boolean {
    return !this.destroyed && this.buffered < this.maxBuffered / 4;
  }

  /** Returns always true, so that nobody waits for `drain`. Throws on anything but bytes, as streams do and Aedes requires. */
  override write(chunk: Buffer | string): boolean {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError('only bytes can be written');
    if (this.destroyed) return true;
    if (this.#writes.isEmpty) setImmediate(() => this.#flushOrWait(PUBACK_TURNS));
    this.#writes.push(bytes);
    if (this.buffered > this.maxBuffered) this.destroy(new ConnectionDroppedError('slow_consumer'));
    return true;
  }

  /** Stops reading, so that messages already received get time to be delivered before the broker stops. */
  stopReading(): void {
    this.#reading.stop();
  }

  override _read(): void {
    this.#reading.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.onDrain = null;
    this.#reading.clear();
    if (this.#endTimer) clearTimeout(this.#endTimer);
    const isIdle = error instanceof ConnectionDroppedError && error.reason === 'idle';
    if (!isIdle && this.buffered < GRACEFUL_CLOSE_BYTES) {
      this.#flush();
      this.transport.end();
      setTimeout(() => this.transport.destroy(), END_TIMEOUT_MS).unref();
    } else {
      this.#writes.clear();
      this.transport.destroy();
    }
    done(error);
  }

  #onData(bytes: Buffer): void {
    if (this.destroyed) return;
    this.#received.bytes += bytes.length;
    this.lastReceivedAt = performance.now();
    const packets = this.#scanner.inspect(bytes);
    if (this.#scanner.violation) {
      this.destroy(new ConnectionDroppedError(this.#scanner.violation));
      return;
    }
    const wait = this.#applyRates(packets, bytes.length);
    if (wait > 0) this.#reading.throttle(wait);
    const whole = this.#partial.take(bytes, this.#scanner.unfinished);
    if (whole && !this.push(whole)) this.#reading.pause();
  }

  /** Charges the received packets and bytes to the rates of the client. Returns for how many milliseconds to pause reading. */
  #applyRates(packets: number, bytes: number): number {
    const now = performance.now();
    return Math.max(
      this.bucket?.take(packets, now) ?? 0,
      this.filterBucket?.take(this.#scanner.filters, now) ?? 0,
      this.byteBucket?.take(bytes, now) ?? 0,
    );
  }

  #flushOrWait(turns: number): void {
    if (turns > 0 && this.#writes.isOnlyPubacks) setImmediate(() => this.#flushOrWait(turns - 1));
    else this.#flush();
  }

  #flush(): void {
    if (this.#writes.isEmpty) return;
    this.#writes.sendTo(this.transport);
    this.#notifyDrain();
  }

  #notifyDrain(): void {
    if (this.onDrain && this.hasCapacity) this.onDrain();
  }

  #onEnd(): void {
    if (this.#ended || this.destroyed) return;
    this.#ended = true;
    this.push(null);
    this.#endTimer = setTimeout(() => this.destroy(), READ_AFTER_END_TIMEOUT_MS).unref();
  }
}
