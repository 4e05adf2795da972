/** Reading stops past this many messages, or bytes, that are not committed; it goes on below half of it. */
const MOST_MESSAGES = 20_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** Counts what was read and is not committed, so that memory stays bounded while Postgres is away. */
export class Backlog {
  messages = 0;
  #bytes = 0;

  add(bytes: number): void {
    this.messages++;
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.messages--;
    this.#bytes -= bytes;
  }

  get isFull(): boolean {
    return this.messages > MOST_MESSAGES || this.#bytes > MOST_BYTES;
  }

  /** Low enough to read on. */
  get isLow(): boolean {
    return this.messages <= MOST_MESSAGES / 2 && this.#bytes <= MOST_BYTES / 2;
  }
}
