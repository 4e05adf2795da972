import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import type { SoundWindow } from '../programme/timeline.ts';
import type { AudioSource } from './output/audio-output.ts';
import { trackOrder } from './track-order.ts';

/** A window with its tracks in their order, and the one that plays; a station has none. */
export type PlayingWindow = {
  window: SoundWindow;
  channel: PlayerChannel;
  order: readonly AudioItem[];
  index: number;
};

/** Null for silence. */
export function playingWindow(window: SoundWindow): PlayingWindow | null {
  const { sound } = window;
  if (sound.kind === 'silence') return null;
  if (sound.kind === 'station') return { window, channel: 'radio', order: [], index: 0 };
  const seed = 'run_id' in sound ? sound.run_id : sound.from;
  return { window, channel: 'music', order: trackOrder(sound.items, sound.shuffle, seed), index: 0 };
}

/** Undefined if there is no such track. */
export function sourceOf({ window: { sound }, order }: PlayingWindow, index: number): AudioSource | undefined {
  return sound.kind === 'station' ? { url: sound.url } : order[index];
}

/** What consoles see; the duration is in seconds, 0 for a stream. */
export function trackOf({ window: { sound }, order, index }: PlayingWindow): { title: string; duration: number } {
  const title = 'title' in sound ? sound.title : sound.name;
  return { title, duration: Math.round((order[index]?.duration_ms ?? 0) / 1_000) };
}

/** The first track, from this one, that has been downloaded; -1 if there is none. */
export function nextTrack({ order }: PlayingWindow, from: number, isCached: (sha256: string) => boolean): number {
  const places = order.map((_, offset) => (from + offset) % order.length);
  return places.find((index) => isCached(order[index]?.sha256 ?? '')) ?? -1;
}
