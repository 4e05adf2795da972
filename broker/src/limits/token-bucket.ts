/** A token bucket. The balance may become negative, because bytes that were read cannot be returned. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  /** @param perSecond refill rate; @param burst capacity; @param now milliseconds of a monotonic clock */
  constructor(perSecond: number, burst: number, now: number) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = now;
  }

  /** Takes `count` tokens and returns how many milliseconds to wait before taking more (0: continue). */
  take(count: number, now: number): number {
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs) - count;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : Math.ceil(-this.#tokens / this.#perMs);
  }
}
