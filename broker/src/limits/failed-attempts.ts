/** `nextTryAt`: when the next attempt is let through although the limit is reached. */
type Window = { failures: number; endsAt: number; nextTryAt: number };
/** Past the limit so many attempts a second are let through, so that a right key gets in soon after a flood of wrong ones. */
const TRIES_PER_SECOND = 2;
/** `none`: the attempt was not decided, because the hook was unavailable. */
export type Outcome = 'success' | 'failure' | 'none';

const MAX_WINDOWS = 10_000;

/**
 * Limits failed attempts per key in fixed windows, so that guessed passwords do not load the api and its database. An
 * attempt in progress counts as failed, so that concurrent guesses are not more than sequential ones. Memory is bounded:
 * above 10,000 keys the oldest window is removed.
 */
export class FailedAttempts {
  readonly #windows = new Map<string, Window>();
  readonly #inProgress = new Map<string, number>();
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Begins an attempt, which must be ended with `end`; `exhausted` by failures or `busy` with attempts in progress: not begun. */
  begin(key: string, now: number): 'begun' | 'exhausted' | 'busy' {
    const window = this.#windows.get(key);
    const failures = window && now < window.endsAt ? window.failures : 0;
    if (failures >= this.#limit) return 'exhausted';
    const inProgress = this.#inProgress.get(key) ?? 0;
    if (failures + inProgress >= this.#limit) return 'busy';
    this.#inProgress.set(key, inProgress + 1);
    return 'begun';
  }

  end(key: string, outcome: Outcome, now: number): void {
    const inProgress = (this.#inProgress.get(key) ?? 1) - 1;
    if (inProgress > 0) this.#inProgress.set(key, inProgress);
    else this.#inProgress.delete(key);
    if (outcome === 'success') this.#windows.delete(key);
    else if (outcome === 'failure') this.fail(key, now);
  }

  /** Whether the failures of a key are as many as the limit, and no attempt is due. Attempts in progress do not count. */
  refuses(key: string, now: number): boolean {
    const window = this.#windows.get(key);
    if (window === undefined || now >= window.endsAt || window.failures < this.#limit) return false;
    if (now < window.nextTryAt) return true;
    window.nextTryAt = now + 1_000 / TRIES_PER_SECOND;
    return false;
  }

  /** Counts a failure, also of an attempt that was not begun for this key. */
  fail(key: string, now: number): void {
    const window = this.#windows.get(key);
    if (window && now < window.endsAt) {
      window.failures++;
      if (window.failures === this.#limit) window.nextTryAt = now + 1_000 / TRIES_PER_SECOND;
      return;
    }
    this.#windows.delete(key);
    this.#windows.set(key, { failures: 1, endsAt: now + this.#windowMs, nextTryAt: now + 1_000 / TRIES_PER_SECOND });
    if (this.#windows.size > MAX_WINDOWS) {
      for (const oldest of this.#windows.keys()) {
        this.#windows.delete(oldest);
        break;
      }
    }
  }
}
