import type { Transport } from './transport.ts';

/** Above this, concatenation copies more than it saves in writes. */
const MAX_CONCAT_BYTES = 256 * 1024;
const PUBACK = 0x40;
/** A PUBACK without reason code, as Aedes writes it. */
const PUBACK_BYTES = 4;
/**
 * Turns of the event loop for which PUBACKs wait. Aedes writes a PUBACK one turn before it publishes the message, whose receivers
 * would be woken after the publisher.
 */
export const PUBACK_TURNS = 2;

/** Collects the writes of one turn of the event loop, which are sent together, as one segment or one WebSocket frame. */
export class WriteBuffer {
  #chunks: Buffer[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0;
  }

  get isOnlyPubacks(): boolean {
    const [first] = this.#chunks;
    if (first?.[0] !== PUBACK || this.#bytes > MAX_CONCAT_BYTES) return false;
    const bytes = first.length === this.#bytes ? first : Buffer.concat(this.#chunks, this.#bytes);
    this.#chunks = [bytes];
    for (let at = 0; at < bytes.length; at += PUBACK_BYTES) if (bytes[at] !== PUBACK) return false;
    return true;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  clear(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }

  sendTo(transport: Pick<Transport, 'write'>): void {
    const [chunks, total] = [this.#chunks, this.#bytes];
    this.clear();
    const only = chunks.length === 1 ? chunks[0] : undefined;
    if (only) transport.write(only);
    else if (total <= MAX_CONCAT_BYTES) transport.write(Buffer.concat(chunks, total));
    else for (const chunk of inChunks(chunks)) transport.write(chunk);
  }
}

function* inChunks(chunks: readonly Buffer[]): Generator<Buffer> {
  let group: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    group.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_CONCAT_BYTES) {
      yield Buffer.concat(group, bytes);
      group = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(group, bytes);
}
