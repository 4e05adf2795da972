/** Reading pauses above this many uncommitted messages or bytes, and resumes below half of it. */
const MAX_MESSAGES = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Counts the messages that are read and not committed, so that memory stays bounded while Postgres is unavailable. */
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
    return this.messages > MAX_MESSAGES || this.#bytes > MAX_BYTES;
  }

  /** Low enough to resume reading. */
  get isLow(): boolean {
    return this.messages <= MAX_MESSAGES / 2 && this.#bytes <= MAX_BYTES / 2;
  }
}
