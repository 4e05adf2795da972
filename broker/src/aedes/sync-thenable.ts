/**
 * A thenable with a known result that calls back synchronously, for callers that use only `then`. Aedes waits for its
 * persistence while publishing and connecting. Storage in memory needs no waiting, and with a real promise a later message
 * could overtake an earlier one on the same topic (only retained ones wait), and takeovers could interleave.
 */
export class SyncThenable<T> {
  readonly #value: T;
  readonly #error: Error | null;

  private constructor(value: T, error: Error | null) {
    this.#value = value;
    this.#error = error;
  }

  static of<T>(value: T): SyncThenable<T> {
    return new SyncThenable(value, null);
  }

  static failed<T>(error: Error): SyncThenable<T | undefined> {
    return new SyncThenable<T | undefined>(undefined, error);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- this class is a thenable
  then(onValue?: ((value: T) => unknown) | null, onError?: ((error: Error) => unknown) | null): this {
    if (this.#error === null) onValue?.(this.#value);
    else onError?.(this.#error);
    return this;
  }
}
