/** Tokens that refill steadily up to a burst. May go into debt: what has been read has been read. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  /** @param perSecond refill; @param burst most that can be saved up; @param now milliseconds, any monotonic clock */
  constructor(perSecond: number, burst: number, now: number) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = now;
  }

  /** Takes `count` tokens and returns for how many milliseconds to take no more (0: go on). */
  take(count: number, now: number): number {
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs) - count;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : Math.ceil(-this.#tokens / this.#perMs);
  }
}
