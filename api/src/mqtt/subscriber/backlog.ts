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

  get isLow(): boolean {
    return this.messages <= MAX_MESSAGES / 2 && this.#bytes <= MAX_BYTES / 2;
  }
}

type Connection = { pause(): void; resume(): void };
export class ReadingPause {
  readonly #backlog: Backlog;
  readonly #connection: () => Connection | null;
  #paused = false;
  #stopped = false;

  constructor(backlog: Backlog, connection: () => Connection | null) {
    this.#backlog = backlog;
    this.#connection = connection;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Call for each new connection: messages of the earlier one that are not committed yet still count. */
  begin(): void {
    if (this.#paused) this.#connection()?.pause();
  }

  /** Call for each message that was added to the backlog. */
  pauseIfFull(): void {
    if (this.#paused || !this.#backlog.isFull) return;
    this.#paused = true;
    this.#connection()?.pause();
    this.#backlog.whenLow(() => {
      this.#paused = false;
      if (!this.#stopped) this.#connection()?.resume();
    });
  }

  /** Reads nothing more, also when the backlog is low again. */
  stop(): void {
    this.#stopped = true;
    this.#connection()?.pause();
  }
}

/** Includes messages of earlier connections. */
export class UncommittedMessages {
  #count = 0;
  #waiting: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  add(): void {
    this.#count++;
  }

  remove(): void {
    if (--this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  whenNone(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
