import { priorityRank, type Priority, type ReceiptEvent } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';

/** What is reported as the track of what comes without a title. */
export const VOICE_TRACKS = { announcement: 'Announcement', emergency: 'Emergency', live: 'Live page' } as const;

export type Speech = {
  run_id: string;
  /** Shown as the current track of the voice channel. */
  title: string;
  items: readonly AudioItem[];
  priority: Priority;
  /** 0–100; null: that of the voice channel */
  volume: number | null;
  /** How often; 0: until it is stopped. */
  repeat: number;
  pause_ms: number;
  /** When it is to be heard, by the device's clock, if it is not there yet; it is given to the players before. Null: as soon as possible. */
  startAt: number | null;
  /** The latest start (ms since 1970 by the device's clock), and what is reported after it. */
  startBy: number;
  tooLate: { event: Extract<ReceiptEvent, 'skipped' | 'missed'>; reason: string };
};

export const EXPIRED = { event: 'skipped', reason: reasonText('expired') } as const satisfies Speech['tooLate'];

/** @param expiresAt ms since 1970 by the device's clock */
export const speechOfCommand = (params: CommandParams<'play'>, expiresAt: number): Speech => ({
  run_id: params.run_id,
  title: params.priority === 'emergency' ? VOICE_TRACKS.emergency : VOICE_TRACKS.announcement,
  items: params.items,
  priority: params.priority,
  volume: params.volume ?? null,
  repeat: params.repeat ?? 1,
  pause_ms: params.pause_ms ?? 0,
  startAt: null,
  startBy: expiresAt,
  tooLate: EXPIRED,
});

/** How long an announcement lasts from an item on; one that repeats until it is stopped lasts for ever. */
export function durationMs({ items, repeat, pause_ms }: Speech, { item = 0, round = 0 } = {}): number {
  if (repeat === 0) return Infinity;
  const lengthOf = (list: Speech['items']): number => list.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  const roundsLeft = repeat - round - 1;
  return lengthOf(items.slice(item)) + roundsLeft * (pause_ms + lengthOf(items));
}

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

  /** The next announcement, without removing it. */
  first(): Speech | undefined {
    return this.#waiting[0];
  }

  /** The next announcement of this priority, without removing it. */
  firstOf(priority: Speech['priority']): Speech | undefined {
    return this.#waiting.find((speech) => speech.priority === priority);
  }

  /** Removes and returns those that may not start any more. */
  takeExpired(now: number): Speech[] {
    const expired = this.#waiting.filter(({ startBy }) => startBy < now);
    if (expired.length > 0) this.#waiting = this.#waiting.filter(({ startBy }) => startBy >= now);
    return expired;
  }

  /** Removes and returns this run, or all without an id. */
  remove(runId?: string): Speech[] {
    const removed = this.#waiting.filter(({ run_id }) => runId === undefined || run_id === runId);
    this.#waiting = this.#waiting.filter((speech) => !removed.includes(speech));
    return removed;
  }
}
