import type { Logger } from './log.ts';

const SUMMARY_INTERVAL_MS = 10_000;

/**
 * Counts what is refused or dropped, for the metrics, and logs it without being flooded: the first of a kind at once,
 * with its example, then one summary every ten seconds while there are more.
 */
export class Tally {
  /** By event and reason, since the start. Both come from closed sets of ours, never from a client. */
  readonly totals = new Map<string, Map<string, number>>();
  readonly #log: Logger;
  readonly #unsaid = new Map<string, number>();
  readonly #muted = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param example fields for the log line; no secrets */
  note(event: string, reason: string, example: Record<string, unknown> = {}): void {
    const reasons = this.totals.get(event) ?? new Map<string, number>();
    this.totals.set(event, reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
    const key = `${event}: ${reason}`;
    if (this.#muted.has(key)) {
      this.#unsaid.set(key, (this.#unsaid.get(key) ?? 0) + 1);
      return;
    }
    this.#muted.add(key);
    this.#log.warn({ reason, ...example }, event);
    this.#timer ??= setTimeout(() => this.#summarise(), SUMMARY_INTERVAL_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #summarise(): void {
    this.#timer = null;
    this.#muted.clear();
    if (this.#unsaid.size === 0) return;
    this.#log.warn({ counts: Object.fromEntries(this.#unsaid), seconds: SUMMARY_INTERVAL_MS / 1000 }, 'more of these');
    for (const key of this.#unsaid.keys()) this.#muted.add(key);
    this.#unsaid.clear();
    this.#timer = setTimeout(() => this.#summarise(), SUMMARY_INTERVAL_MS).unref();
  }
}
