const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
const PINGREQ = 12;
/** Packets that a client sends on its own initiative; all others answer a packet of the broker. */
const RATED = new Set([CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PINGREQ]);
/** These packets contain filters, each of which is authorised and routed; their number is estimated from the length. */
const WITH_FILTERS = new Set([SUBSCRIBE, UNSUBSCRIBE]);
const FILTER_BYTES = 32;
const MAX_LENGTH_BYTES = 4;

/** Maximum packet sizes including the fixed header. The CONNECT is limited separately, since its client is not authenticated. */
export type PacketLimits = { connectBytes: number; packetBytes: number };

export type Violation = 'packet_too_large' | 'not_a_connect' | 'malformed_length';

/**
 * Finds the packet boundaries of the raw stream (MQTT 3.1.1 §2.2) before the parser reads it, because the parser would
 * buffer a packet of any size until it is complete. It reads the fixed headers, skips the bodies and stores no bytes.
 */
export class PacketScanner {
  violation: Violation | null = null;
  /** The estimated number of filters in the packets of the last `inspect`. */
  filters = 0;
  /** The number of bytes at the end of the last `inspect` that belong to an incomplete packet. */
  unfinished = 0;
  packetBytes: number;
  readonly #connectBytes: number;
  #connected = false;
  #bodyLeft = 0;
  #header = -1;
  #length = 0;
  #lengthBytes = 0;

  constructor(limits: PacketLimits) {
    this.packetBytes = limits.packetBytes;
    this.#connectBytes = limits.connectBytes;
  }

  /** Returns how many packets that count for the rate begin in these bytes, or -1 with `violation` set. */
  inspect(bytes: Uint8Array): number {
    let count = 0;
    this.filters = 0;
    let at = 0;
    let packetAt = 0;
    while (at < bytes.length) {
      if (this.#bodyLeft > 0) {
        const skipped = Math.min(this.#bodyLeft, bytes.length - at);
        this.#bodyLeft -= skipped;
        at += skipped;
        continue;
      }
      if (this.#header === -1) packetAt = at;
      const byte = bytes[at++] ?? 0;
      if (this.#header === -1) {
        if (!this.#begin(byte >> 4)) return -1;
        continue;
      }
      const type = this.#header;
      if (!this.#measure(byte)) return -1;
      if (this.#header !== -1) continue;
      if (RATED.has(type)) count++;
      if (WITH_FILTERS.has(type)) this.filters += 1 + Math.floor(this.#length / FILTER_BYTES);
    }
    this.unfinished = this.#bodyLeft > 0 || this.#header !== -1 ? bytes.length - packetAt : 0;
    return count;
  }

  get #maxBytes(): number {
    return this.#header === CONNECT ? this.#connectBytes : this.packetBytes;
  }

  #begin(type: number): boolean {
    if (!this.#connected && type !== CONNECT) return this.#violate('not_a_connect');
    this.#connected = true;
    this.#header = type;
    this.#length = 0;
    this.#lengthBytes = 0;
    return true;
  }

  #measure(byte: number): boolean {
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes++;
    if (1 + this.#lengthBytes + this.#length > this.#maxBytes) return this.#violate('packet_too_large');
    if (byte & 0x80) return this.#lengthBytes < MAX_LENGTH_BYTES || this.#violate('malformed_length');
    this.#bodyLeft = this.#length;
    this.#header = -1;
    return true;
  }

  #violate(violation: Violation): false {
    this.violation = violation;
    return false;
  }
}

/** More chunks than this are concatenated: the overhead of a packet that arrives byte by byte is hundreds of times its size. */
const MAX_CHUNKS = 32;

/** Buffers the bytes of an incomplete packet, so that the parser receives complete packets and buffers nothing. */
export class PartialPacket {
  #chunks: Buffer[] = [];

  get chunks(): number {
    return this.#chunks.length;
  }

  /**
   * Takes the next bytes and returns those of complete packets, including the buffered ones; null for none.
   * @param unfinished how many bytes at the end belong to an incomplete packet
   */
  take(bytes: Buffer, unfinished: number): Buffer | null {
    const complete = bytes.length - unfinished;
    if (complete === 0) {
      this.#hold(bytes);
      return null;
    }
    const end = bytes.subarray(0, complete);
    const whole = this.#chunks.length === 0 ? end : Buffer.concat([...this.#chunks, end]);
    this.#chunks = [];
    // A copy, because a view would keep the whole chunk in memory.
    if (unfinished > 0) this.#hold(Buffer.from(bytes.subarray(complete)));
    return whole;
  }

  #hold(bytes: Buffer): void {
    this.#chunks.push(bytes);
    if (this.#chunks.length > MAX_CHUNKS) this.#chunks = [Buffer.concat(this.#chunks)];
  }
}
