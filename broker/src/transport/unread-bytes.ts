/** Received bytes until they are read. A client mostly sends one chunk and waits for the answer, so the list for more is made when it is needed. */
export class UnreadBytes {
  length = 0;
  #first: Buffer | null = null;
  #others: Buffer[] | null = null;

  add(chunk: Buffer): void {
    if (this.#first === null) this.#first = chunk;
    else (this.#others ??= []).push(chunk);
    this.length += chunk.length;
  }

  /** All of them; null for none. */
  take(): Buffer | null {
    const first = this.#first;
    if (first === null) return null;
    const bytes = this.#others === null ? first : Buffer.concat([first, ...this.#others], this.length);
    this.#first = this.#others = null;
    this.length = 0;
    return bytes;
  }
}
