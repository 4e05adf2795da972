import type { Transport } from './transport.ts';

/** Pauses a transport while its reader is full or the client is above its rate, or for good. */
export class ReadGate {
  readonly #transport: Pick<Transport, 'pause' | 'resume'>;
  #paused = false;
  #stopped = false;
  #throttle: NodeJS.Timeout | null = null;

  constructor(transport: Pick<Transport, 'pause' | 'resume'>) {
    this.#transport = transport;
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#transport.pause();
  }

  /** The reader has capacity again. Does nothing during a throttle, after which reading is resumed anyway. */
  resume(): void {
    if (!this.#paused || this.#throttle || this.#stopped) return;
    this.#paused = false;
    this.#transport.resume();
  }

  /** Pauses for so long; a later call replaces the time of an earlier one. */
  throttle(ms: number): void {
    this.pause();
    this.clear();
    this.#throttle = setTimeout(() => {
      this.#throttle = null;
      this.resume();
    }, ms);
  }

  /** Pauses for good. */
  stop(): void {
    this.#stopped = true;
    this.pause();
  }

  /** Ends the timer of a throttle, without resuming. */
  clear(): void {
    if (this.#throttle) clearTimeout(this.#throttle);
  }
}
