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
