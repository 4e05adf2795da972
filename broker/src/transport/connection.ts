import { Duplex } from 'node:stream';
import type { TokenBucket } from '../limits/token-bucket.ts';
import type { Principal } from '../principal.ts';
import type { Carrier } from './carrier.ts';
import { PartialPacket } from './partial-packet.ts';
import { FrameGuard, type PacketLimits, type Violation } from './frame-guard.ts';

/** Why the broker itself ended a connection; also the label of its counter. */
export type DropReason = Violation | 'slow_consumer' | 'revoked' | 'retained_limit' | 'inbound_limit' | 'idle';

export class Dropped extends Error {
  readonly reason: DropReason;
  constructor(reason: DropReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Until a client is known: it is owed a CONNACK, nothing more. */
const STRANGER_BUFFERED_BYTES = 64 * 1024;
/** A connection that is closed with less than this waiting ends in order, so that a CONNACK still arrives. */
const END_IN_ORDER_BYTES = 64 * 1024;
const END_TIMEOUT_MS = 1_000;
/** How long bytes that arrived before the peer closed may wait to be read. */
const READ_OUT_TIMEOUT_MS = 10_000;
/** Past this, gathering would copy more than it saves. */
const GATHER_BYTES = 256 * 1024;

/**
 * The stream that the MQTT engine reads and writes, on either carrier. It differs from a plain socket in four ways:
 * - writing never blocks: the engine waits for the `drain` of every subscriber before it goes on with the publisher, so
 *   one that stopped reading would silence all. Here a client past its cap is dropped, nobody waits;
 * - what one turn of the event loop writes leaves as one piece (one segment, one WebSocket frame);
 * - packets are measured before they are buffered (FrameGuard);
 * - a client over its rate is read more slowly (back-pressure, nothing is lost).
 */
export class Connection extends Duplex {
  readonly carrier: Carrier;
  readonly #guard: FrameGuard;
  readonly #meter: { bytes: number };
  /** Null until authenticated. */
  principal: Principal | null = null;
  maxBuffered = STRANGER_BUFFERED_BYTES;
  bucket: TokenBucket | null = null;
  /** Filters cost far more than the packets that bring a hundred of them. */
  filterBucket: TokenBucket | null = null;
  byteBucket: TokenBucket | null = null;
  /** Called when what waits has mostly gone out: whoever paces its writes goes on. */
  onRelaxed: (() => void) | null = null;
  /** The filters it was granted, against the cap. */
  readonly filters = new Set<string>();
  readonly #partial = new PartialPacket();
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #paused = false;
  #throttle: NodeJS.Timeout | null = null;
  #readOut: NodeJS.Timeout | null = null;
  #ended = false;
  #quiet = false;

  /** @param meter counts the bytes read, for all connections together */
  constructor(carrier: Carrier, limits: PacketLimits, meter: { bytes: number }) {
    super({ readableHighWaterMark: 64 * 1024, allowHalfOpen: false });
    this.carrier = carrier;
    this.#guard = new FrameGuard(limits);
    this.#meter = meter;
    carrier.listen({
      data: (bytes) => this.#take(bytes),
      drained: () => this.#relax(),
      ended: () => this.#finish(),
      failed: (error) => this.destroy(error),
    });
  }

  set maxPacketBytes(bytes: number) {
    this.#guard.packetBytes = bytes;
  }

  /** Bytes on their way to this client. */
  get buffered(): number {
    return this.#gatheredBytes + this.carrier.buffered;
  }

  /** Room to send things that can as well be sent later (retained messages, a queue). */
  get roomy(): boolean {
    return this.buffered < this.maxBuffered / 4;
  }

  /** Always true: nobody shall wait for a drain. Throws on what is no bytes, as streams do; the engine counts on it. */
  override write(chunk: Buffer | string): boolean {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError('only bytes can be written');
    if (this.destroyed) return true;
    if (this.#gathered.length === 0) setImmediate(() => this.#flush());
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#gatheredBytes + this.carrier.buffered > this.maxBuffered) this.destroy(new Dropped('slow_consumer'));
    return true;
  }

  /** Reads no more: what is under way elsewhere gets time to arrive before the broker stops. */
  quieten(): void {
    this.#quiet = true;
    this.#pause();
  }

  override _read(): void {
    this.#resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.onRelaxed = null;
    if (this.#throttle) clearTimeout(this.#throttle);
    if (this.#readOut) clearTimeout(this.#readOut);
    const isIdle = error instanceof Dropped && error.reason === 'idle';
    if (!isIdle && this.buffered < END_IN_ORDER_BYTES) {
      this.#flush();
      this.carrier.end();
      setTimeout(() => this.carrier.destroy(), END_TIMEOUT_MS).unref();
    } else {
      this.#gathered = [];
      this.carrier.destroy();
    }
    done(error);
  }

  #take(bytes: Buffer): void {
    if (this.destroyed) return;
    this.#meter.bytes += bytes.length;
    const packets = this.#guard.inspect(bytes);
    if (this.#guard.violation) {
      this.destroy(new Dropped(this.#guard.violation));
      return;
    }
    const wait = this.#charge(packets, bytes.length);
    if (wait > 0) this.#throttleFor(wait);
    const whole = this.#partial.take(bytes, this.#guard.unfinished);
    if (whole && !this.push(whole)) this.#pause();
  }

  /** Takes what was read from the rates of the client. Returns for how many milliseconds to read no more. */
  #charge(packets: number, bytes: number): number {
    const now = performance.now();
    return Math.max(
      this.bucket?.take(packets, now) ?? 0,
      this.filterBucket?.take(this.#guard.filters, now) ?? 0,
      this.byteBucket?.take(bytes, now) ?? 0,
    );
  }

  #throttleFor(ms: number): void {
    this.#pause();
    if (this.#throttle) clearTimeout(this.#throttle);
    this.#throttle = setTimeout(() => {
      this.#throttle = null;
      this.#resume();
    }, ms);
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.carrier.pause();
  }

  #resume(): void {
    if (!this.#paused || this.#throttle || this.#quiet) return;
    this.#paused = false;
    this.carrier.resume();
  }

  #flush(): void {
    if (this.#gathered.length === 0) return;
    const chunks = this.#gathered;
    const total = this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    const only = chunks.length === 1 ? chunks[0] : undefined;
    if (only) this.carrier.write(only);
    else if (total <= GATHER_BYTES) this.carrier.write(Buffer.concat(chunks, total));
    else for (const piece of inPieces(chunks)) this.carrier.write(piece);
    this.#relax();
  }

  #relax(): void {
    if (this.onRelaxed && this.roomy) this.onRelaxed();
  }

  #finish(): void {
    if (this.#ended || this.destroyed) return;
    this.#ended = true;
    this.push(null);
    this.#readOut = setTimeout(() => this.destroy(), READ_OUT_TIMEOUT_MS).unref();
  }
}

/** Concatenates neighbours up to the gathering size. */
function* inPieces(chunks: readonly Buffer[]): Generator<Buffer> {
  let group: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    group.push(chunk);
    bytes += chunk.length;
    if (bytes >= GATHER_BYTES) {
      yield Buffer.concat(group, bytes);
      group = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(group, bytes);
}
