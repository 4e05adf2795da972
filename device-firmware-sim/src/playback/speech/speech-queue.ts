import { priorityRank } from '@belfry/schemas/domain/announcements';
import type { Speech } from './speech.ts';

/** More would be a malfunction of the server. */
const WAITING_MAX = 100;

/** The announcements that wait, in the order in which they are spoken; see ANN-6. */
export class SpeechQueue {
  #waiting: Speech[] = [];

  has(runId: string): boolean {
    return this.#waiting.some(({ run_id }) => run_id === runId);
  }

  /** Adds it after those of the same or a higher priority. @returns false if too many wait */
  add(speech: Speech): boolean {
    if (this.#waiting.length >= WAITING_MAX) return false;
    const rank = priorityRank(speech.priority);
    const after = this.#waiting.findLastIndex(({ priority }) => priorityRank(priority) >= rank);
    this.#waiting.splice(after + 1, 0, speech);
    return true;
  }

  /** The next one, which stays. */
  first(): Speech | undefined {
    return this.#waiting[0];
  }

  /** The next one of this priority, which stays. */
  firstOf(priority: Speech['priority']): Speech | undefined {
    return this.#waiting.find((speech) => speech.priority === priority);
  }

  /** Takes those that may not start any more. */
  takeExpired(now: number): Speech[] {
    const expired = this.#waiting.filter(({ startBy }) => startBy < now);
    if (expired.length > 0) this.#waiting = this.#waiting.filter(({ startBy }) => startBy >= now);
    return expired;
  }

  /** Takes this run, or all without an id. */
  remove(runId?: string): Speech[] {
    const removed = this.#waiting.filter(({ run_id }) => runId === undefined || run_id === runId);
    this.#waiting = this.#waiting.filter((speech) => !removed.includes(speech));
    return removed;
  }
}
