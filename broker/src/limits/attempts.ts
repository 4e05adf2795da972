type Window = { failures: number; endsAt: number };
/** `none`: it was never decided, because nobody could answer. */
export type Outcome = 'success' | 'failure' | 'none';

const MAX_WINDOWS = 10_000;

/**
 * Limits failed attempts per key in fixed windows, so that guessing costs the guesser's connection and nobody's
 * database. An attempt counts as failed while it is under way: guesses made all at once are no more than guesses made
 * one after the other. Bounded: past 10,000 keys the oldest window is forgotten.
 */
export class FailedAttempts {
  readonly #windows = new Map<string, Window>();
  readonly #underway = new Map<string, number>();
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Begins an attempt, which must be ended, unless it says why not: failures, or others under way, use up the limit. */
  begin(key: string, now: number): 'begun' | 'exhausted' | 'busy' {
    const window = this.#windows.get(key);
    const failures = window && now < window.endsAt ? window.failures : 0;
    if (failures >= this.#limit) return 'exhausted';
    const underway = this.#underway.get(key) ?? 0;
    if (failures + underway >= this.#limit) return 'busy';
    this.#underway.set(key, underway + 1);
    return 'begun';
  }

  /** A success forgives the failures before it. */
  end(key: string, outcome: Outcome, now: number): void {
    const underway = (this.#underway.get(key) ?? 1) - 1;
    if (underway > 0) this.#underway.set(key, underway);
    else this.#underway.delete(key);
    if (outcome === 'success') this.#windows.delete(key);
    else if (outcome === 'failure') this.#fail(key, now);
  }

  #fail(key: string, now: number): void {
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
}
