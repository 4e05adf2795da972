export class ByteQueue {
  readonly #pieces: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#size += piece.length;
  }

  /** The first `length` bytes, which must be there. */
  take(length: number): Buffer {
    if (length > this.#size) throw new RangeError(`${length} bytes asked for, ${this.#size} there`);
    const taken: Buffer[] = [];
    let whole = 0;
    let missing = length;
    while (missing > 0) {
      const piece = this.#pieces[whole] ?? Buffer.alloc(0);
      const part = piece.subarray(0, missing);
      taken.push(part);
      missing -= part.length;
      if (part.length === piece.length) whole += 1;
      else this.#pieces[whole] = piece.subarray(part.length);
    }
    this.#pieces.splice(0, whole);
    this.#size -= length;
    const [first] = taken;
    return first && taken.length === 1 ? first : Buffer.concat(taken, length);
  }
}

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #queue = new ByteQueue();

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next `length` bytes; null where the stream ends before. */
  async take(length: number): Promise<Buffer | null> {
    while (this.#queue.size < length) if (!(await this.#more())) return null;
    return this.#queue.take(length);
  }

  async atEnd(): Promise<boolean> {
    while (this.#queue.size === 0) if (!(await this.#more())) return true;
    return false;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done === true) return false;
    this.#queue.push(value);
    return true;
  }
}
