import type { QoS } from 'mqtt-packet';
import { isPageTopic } from '../routing/invitations.ts';

const PUBLISH = 0x30;
const PUBREL = 0x62;
const DUP = 8;
const RETAIN = 1;
/** An estimate of the memory of the objects around a queued message. */
const OVERHEAD_BYTES = 200;

/**
 * One published message for any number of sessions. It is encoded once per combination of QoS, retain and dup; at QoS 0
 * all subscribers share the same bytes, above that each gets a copy with its own packet id.
 */
export class Message {
  readonly topic: string;
  readonly isFrame: boolean;
  #payload: Buffer;
  readonly #packets: (Buffer | undefined)[] = [];

  constructor(topic: string, payload: Buffer) {
    this.topic = topic;
    this.isFrame = isPageTopic(topic);
    this.#payload = payload;
  }

  get payload(): Buffer {
    return this.#payload;
  }

  /**
   * Copies the payload; call it before the message is queued. The parser's payload is a view of the whole chunk that was
   * read (up to 64 KiB), which would stay in memory for this one message.
   */
  copyPayload(): void {
    if (this.#payload.length * 2 < this.#payload.buffer.byteLength) this.#payload = Buffer.from(this.#payload);
  }

  /** The approximate memory of the queued message in bytes. */
  get cost(): number {
    return this.#payload.length + this.topic.length + OVERHEAD_BYTES;
  }

  /** The PUBLISH packet (MQTT 3.1.1 §3.3). `id` is only sent above QoS 0. */
  encode(qos: QoS, retain: boolean, dup: boolean, id: number): Buffer {
    const flags = (dup ? DUP : 0) | (qos << 1) | (retain ? RETAIN : 0);
    const cached = this.#packets[flags];
    if (!cached) return (this.#packets[flags] = this.#build(flags, qos > 0 ? id : null));
    if (qos === 0) return cached;
    const copy = Buffer.from(cached);
    copy.writeUInt16BE(id, copy.length - this.#payload.length - 2);
    return copy;
  }

  #build(flags: number, id: number | null): Buffer {
    const topicBytes = Buffer.byteLength(this.topic);
    const length = 2 + topicBytes + (id === null ? 0 : 2) + this.#payload.length;
    const frame = Buffer.allocUnsafe(1 + lengthBytes(length) + length);
    frame[0] = PUBLISH | flags;
    let at = writeLength(frame, 1, length);
    at = frame.writeUInt16BE(topicBytes, at);
    at += frame.write(this.topic, at);
    if (id !== null) at = frame.writeUInt16BE(id, at);
    this.#payload.copy(frame, at);
    this.#payload = frame.subarray(at);
    return frame;
  }
}

/** The PUBREL packet (§3.6), the third step of QoS 2. */
export const encodePubrel = (id: number): Buffer => Buffer.from([PUBREL, 2, id >> 8, id & 0xff]);

const lengthBytes = (length: number): number => (length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : 4);

/** Writes the remaining length (§2.2.3): seven bits per byte, least significant first. */
function writeLength(frame: Buffer, at: number, length: number): number {
  let left = length;
  while (left >= 0x80) {
    frame[at++] = (left & 0x7f) | 0x80;
    left >>= 7;
  }
  frame[at++] = left;
  return at;
}
