/** Reading pauses above this many uncommitted messages or bytes, and resumes below half of it. */
const MAX_MESSAGES = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Counts the messages that are read and not committed, so that memory stays bounded while Postgres is unavailable. The
 * sessions of all shards of an instance share one.
 */
export class Backlog {
  messages = 0;
  #bytes = 0;
  readonly #paused = new Set<() => void>();

  add(bytes: number): void {
    this.messages++;
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.messages--;
    this.#bytes -= bytes;
    if (this.#paused.size === 0 || !this.isLow) return;
    const resume = [...this.#paused];
    this.#paused.clear();
    for (const run of resume) run();
  }

  /** Calls `resume` once when the backlog is low again. */
  whenLow(resume: () => void): void {
    this.#paused.add(resume);
  }

  get isFull(): boolean {
    return this.messages > MAX_MESSAGES || this.#bytes > MAX_BYTES;
  }

  /** Low enough to resume reading. */
  get isLow(): boolean {
    return this.messages <= MAX_MESSAGES / 2 && this.#bytes <= MAX_BYTES / 2;
  }
}
