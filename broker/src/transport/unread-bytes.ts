/** Received bytes until they are read. A client mostly sends one chunk and waits for the answer. */
export class UnreadBytes {
  #chunks: Buffer[] = [];
  length = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  /** All of them; null for none. */
  take(): Buffer | null {
    const chunks = this.#chunks;
    const [first] = chunks;
    if (!first) return null;
    const bytes = chunks.length === 1 ? first : Buffer.concat(chunks, this.length);
    this.#chunks = [];
    this.length = 0;
    return bytes;
  }
}
