type Window = { failures: number; endsAt: number };

const MAX_WINDOWS = 10_000;

/**
 * Counts failed attempts per key in fixed windows, so that guessing costs the guesser's connection and nobody's
 * database. Bounded: past 10,000 keys the oldest window is forgotten.
 */
export class FailedAttempts {
  readonly #windows = new Map<string, Window>();
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  exhausted(key: string, now: number): boolean {
    const window = this.#windows.get(key);
    return window !== undefined && now < window.endsAt && window.failures >= this.#limit;
  }

  fail(key: string, now: number): void {
    const window = this.#windows.get(key);
    if (window && now < window.endsAt) {
      window.failures++;
      return;
    }
    this.#windows.delete(key);
    this.#windows.set(key, { failures: 1, endsAt: now + this.#windowMs });
    if (this.#windows.size > MAX_WINDOWS) {
      for (const oldest of this.#windows.keys()) {
        this.#windows.delete(oldest);
        break;
      }
    }
  }

  succeed(key: string): void {
    this.#windows.delete(key);
  }
}
