import type { Clock } from '../hardware/clock.ts';
import type { AudioOutput } from './output/audio-output.ts';
import { nextTrack, sourceOf, type PlayingWindow } from './playing-window.ts';
import { trackAt } from './track-order.ts';

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
