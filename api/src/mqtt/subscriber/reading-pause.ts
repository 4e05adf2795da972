import type { Backlog } from './backlog.ts';

type Connection = { pause(): void; resume(): void };

/** Pauses reading while too many messages are not committed. */
export class ReadingPause {
  readonly #backlog: Backlog;
  readonly #connection: () => Connection | null;
  #paused = false;
  #stopped = false;

  /** @param connection the present one */
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
