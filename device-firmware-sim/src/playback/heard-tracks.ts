import { REPORTED_TRACKS_MAX, type PlayedTrack } from '@belfry/schemas/http/announcements/heard-music';
import { isoTime, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import { randomUuid } from '../lib/random-uuid.ts';

/** A track of a playlist that was heard, or a part of it. `at`: when it began, in ms since 1970 by the clock of the device. */
export type Heard = { sha256: string; at: number; seconds: number };

/** How often what was heard is reported, and how soon after a failure again. */
export const REPORT_MS = 3_600_000;
const RETRY_MS = 600_000;
/** Devices that were connected at the same time do not report at the same time. */
const SPREAD_MS = 60_000;
/** Three weeks of tracks. Without network for longer, the oldest are lost first. */
const KEPT_MAX = 5_000;

export type TrackReport = { journal: string; tracks: PlayedTrack[] };

type TrackReporterDeps = {
  clock: Clock;
  random: Random;
  flash: Pick<Flash, 'memory' | 'changed'>;
  /** The number up to which the server has stored them; null where it was not reached. */
  send: (report: TrackReport) => Promise<number | null>;
  everyMs: number;
};

/** Keeps the tracks that were heard until the server has stored them, and reports them now and then; see PLAY-27. */
export function createTrackReporter({ clock, random, flash, send, everyMs }: TrackReporterDeps) {
  let isConnected = false;
  let isSending = false;
  /** By the monotonic clock. */
  let dueAt = Infinity;

  const delay = (ms: number): void => void (dueAt = Math.min(dueAt, clock.monotonic() + ms));

  async function report(): Promise<void> {
    const { heard } = flash.memory;
    dueAt = Infinity;
    if (!heard || heard.tracks.length === 0) return;
    isSending = true;
    const tracks = heard.tracks.slice(0, REPORTED_TRACKS_MAX);
    const lastStored = await send({ journal: heard.journal, tracks });
    isSending = false;
    if (lastStored === null) return delay(RETRY_MS);
    // Meanwhile the device may have got another owner.
    if (flash.memory.heard !== heard) return;
    heard.tracks = heard.tracks.filter(({ seq }) => seq > lastStored);
    flash.changed();
    if (heard.tracks.length > 0) delay(heard.tracks.length < REPORTED_TRACKS_MAX ? everyMs : 0);
  }

  return {
    add({ sha256, at, seconds }: Heard): void {
      const heard = (flash.memory.heard ??= { journal: randomUuid(), last_seq: 0, tracks: [] });
      heard.last_seq += 1;
      heard.tracks.push({ seq: heard.last_seq, sha256, at: isoTime(at), seconds });
      if (heard.tracks.length > KEPT_MAX) heard.tracks.shift();
      flash.changed();
      delay(random.between(everyMs / 2, everyMs));
    },
    connected(): void {
      isConnected = true;
      if (flash.memory.heard) delay(random.between(0, Math.min(SPREAD_MS, everyMs)));
    },
    disconnected(): void {
      isConnected = false;
    },
    /** Must be called once a second. */
    tick(): void {
      if (isConnected && !isSending && clock.monotonic() >= dueAt) void report();
    },
  };
}
