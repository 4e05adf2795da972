/** Past so many pieces they are joined: a packet that comes byte by byte would cost hundreds of times its size. */
const MAX_PIECES = 32;

/** Holds back the bytes of a packet until it is complete, so that the parser buffers nothing of its own. */
export class PartialPacket {
  #pieces: Buffer[] = [];

  get pieces(): number {
    return this.#pieces.length;
  }

  /**
   * Takes the next bytes and returns those that form whole packets, together with what was held back; null for none.
   * @param unfinished how many of the bytes, at their end, belong to a packet that is not complete
   */
  take(bytes: Buffer, unfinished: number): Buffer | null {
    const complete = bytes.length - unfinished;
    if (complete === 0) {
      this.#hold(bytes);
      return null;
    }
    const end = bytes.subarray(0, complete);
    const whole = this.#pieces.length === 0 ? end : Buffer.concat([...this.#pieces, end]);
    this.#pieces = [];
    // A copy: the view would keep everything that was read with it.
    if (unfinished > 0) this.#hold(Buffer.from(bytes.subarray(complete)));
    return whole;
  }

  #hold(bytes: Buffer): void {
    this.#pieces.push(bytes);
    if (this.#pieces.length > MAX_PIECES) this.#pieces = [Buffer.concat(this.#pieces)];
  }
}
