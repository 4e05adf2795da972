const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
const PINGREQ = 12;
/** What a client sends of its own accord; the rest answers something of ours. */
const COUNTED = new Set([CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PINGREQ]);
/** These carry filters, each of which is judged, granted and routed: one for about every so many bytes. */
const OF_FILTERS = new Set([SUBSCRIBE, UNSUBSCRIBE]);
const FILTER_BYTES = 32;
const MAX_LENGTH_BYTES = 4;

/** Largest packets taken, fixed header included. A CONNECT comes from somebody unknown. */
export type PacketLimits = { connectBytes: number; packetBytes: number };

export type Violation = 'packet_too_large' | 'not_a_connect' | 'malformed_length';

/**
 * Walks the packet boundaries of the raw stream (MQTT 3.1.1 §2.2) before the parser sees it: the parser would buffer a
 * packet of any size until it is complete. Reads the fixed headers, skips the bodies, keeps no bytes.
 */
export class FrameGuard {
  violation: Violation | null = null;
  /** About how many filters came with the packets that the last `inspect` counted, going by their lengths. */
  filters = 0;
  /** How many bytes at the end of what was inspected last belong to a packet that is not complete yet. */
  unfinished = 0;
  /** May be changed when the client is known. */
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

  /** Returns how many packets of the client's own accord begin in these bytes, or -1 with `violation` set. */
  inspect(bytes: Uint8Array): number {
    let counted = 0;
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
      if (COUNTED.has(type)) counted++;
      if (OF_FILTERS.has(type)) this.filters += 1 + Math.floor(this.#length / FILTER_BYTES);
    }
    this.unfinished = this.#bodyLeft > 0 || this.#header !== -1 ? bytes.length - packetAt : 0;
    return counted;
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
