import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import type { Clock } from '../hardware/clock.ts';
import { createRandom } from '../hardware/random.ts';
import type { SoundWindow } from '../programme/programme.ts';
import type { AudioOutput, AudioSource } from './audio-output.ts';

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
function sourceOf({ window: { sound }, order }: PlayingWindow, index: number): AudioSource | undefined {
  return sound.kind === 'station' ? { url: sound.url, gain_db: sound.gain_db } : order[index];
}

/** What consoles see; the duration is in seconds, 0 for a stream. */
export function trackOf({ window: { sound }, order, index }: PlayingWindow): { title: string; duration: number } {
  const title = 'title' in sound ? sound.title : sound.name;
  return { title, duration: Math.round((order[index]?.duration_ms ?? 0) / 1_000) };
}

/** The first track, from this one, that has been downloaded; -1 if there is none. */
function nextTrack({ order }: PlayingWindow, from: number, isCached: (sha256: string) => boolean): number {
  const places = order.map((_, offset) => (from + offset) % order.length);
  return places.find((index) => isCached(order[index]?.sha256 ?? '')) ?? -1;
}

/** How long after a failure a stream or playlist is tried again, and after its end a stream. */
const RETRY_MS = 10_000;
const STREAM_RETRY_MS = 3_000;
/** A station that has not been heard for so long is given up; see PLAY-16. */
const SILENT_MS = 15_000;

type WindowPlayerOptions = {
  clock: Clock;
  output: AudioOutput;
  isCached: (sha256: string) => boolean;
  /** False while nothing may be heard; it is tried again later. */
  mayPlay: () => boolean;
  volumeOf: (playing: PlayingWindow) => number;
  /** A track or station is heard now, from this second of it on. */
  onPlaying: (playing: PlayingWindow, positionS: number) => void;
  /** The station of this window cannot be heard. */
  onSilent: (playing: PlayingWindow) => void;
};

/** Plays the tracks of a window one after another, or its station, and tries again after a failure. */
export function createWindowPlayer(options: WindowPlayerOptions) {
  const { clock, output, isCached, mayPlay, volumeOf, onPlaying, onSilent } = options;
  let current: PlayingWindow | null = null;
  let retryAt = Infinity;
  /** Since when the window is not heard, by the monotonic clock; null while it is. */
  let silentSince: number | null = null;
  output.onEnded((channel) => {
    if (current?.channel !== channel) return;
    silentSince ??= clock.monotonic();
    // A stream that ends at once would be opened again and again.
    if (current.window.sound.kind === 'station') retryLater(STREAM_RETRY_MS);
    else void playTrack(current, current.index + 1, 0);
  });

  async function playTrack(playing: PlayingWindow, from: number, positionS: number): Promise<void> {
    const index = nextTrack(playing, from, isCached);
    const source = sourceOf(playing, index);
    retryAt = Infinity;
    // What may not be heard is not silent by itself.
    if (!mayPlay()) silentSince = clock.monotonic();
    if (!mayPlay() || !source) return retryLater();
    playing.index = index;
    try {
      await output.play(playing.channel, source, { volume: volumeOf(playing), positionS });
    } catch {
      if (current === playing) retryLater();
      return;
    }
    if (current !== playing) return;
    silentSince = null;
    onPlaying(playing, positionS);
  }

  function retryLater(ms = RETRY_MS): void {
    retryAt = clock.monotonic() + ms;
  }

  /** Continues where the window would be if it had played from its beginning. */
  function begin(playing: PlayingWindow): void {
    const { index, positionS } = trackAt(playing.order, clock.now() - playing.window.from);
    void playTrack(playing, index, positionS);
  }

  return {
    current: (): PlayingWindow | null => current,
    start(playing: PlayingWindow): void {
      current = playing;
      silentSince = clock.monotonic();
      begin(playing);
    },
    /** The output still plays the last track and must be stopped. */
    end(): void {
      current = null;
      retryAt = Infinity;
    },
    /** Must be called once a second. */
    tick(): void {
      if (!current) return;
      if (silentSince !== null && isGivenUp(current, clock.monotonic() - silentSince)) {
        // Where nothing plays instead, it is tried further.
        silentSince = clock.monotonic();
        return onSilent(current);
      }
      if (clock.monotonic() >= retryAt) begin(current);
    },
  };
}

/** Playlists are on the disk, or come later. */
const isGivenUp = ({ window }: PlayingWindow, silentMs: number): boolean =>
  window.sound.kind === 'station' && silentMs >= SILENT_MS;

/** The items of a playlist in the order in which they are played; shuffled, it is the same for the same seed. */
export function trackOrder(items: readonly AudioItem[], shuffle: boolean, seed: string): readonly AudioItem[] {
  if (!shuffle) return items;
  const random = createRandom(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] as AudioItem, order[last] as AudioItem];
  }
  return order;
}

/** The track, and the seconds into it, after the playlist has been played for so long, again and again. */
export function trackAt(order: readonly AudioItem[], elapsedMs: number): { index: number; positionS: number } {
  const totalMs = order.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  let rest = totalMs > 0 ? elapsedMs % totalMs : 0;
  for (const [index, { duration_ms }] of order.entries()) {
    if (rest < duration_ms) return { index, positionS: rest / 1_000 };
    rest -= duration_ms;
  }
  return { index: 0, positionS: 0 };
}
