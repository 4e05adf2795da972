/**
 * An answer that is known already, for callers that only say `.then`. The engine awaits its persistence in the middle
 * of publishing and connecting; in memory there is nothing to wait for, and a real promise would let a later message
 * overtake an earlier one on the same topic (only retained ones wait) and a takeover interleave with another.
 */
export class Settled<T> {
  readonly #value: T;
  readonly #error: Error | null;

  private constructor(value: T, error: Error | null) {
    this.#value = value;
    this.#error = error;
  }

  static of<T>(value: T): Settled<T> {
    return new Settled(value, null);
  }

  static failed<T>(error: Error): Settled<T | undefined> {
    return new Settled<T | undefined>(undefined, error);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being one is its purpose
  then(onValue?: ((value: T) => unknown) | null, onError?: ((error: Error) => unknown) | null): this {
    if (this.#error === null) onValue?.(this.#value);
    else onError?.(this.#error);
    return this;
  }
}
