import type { Clock } from '../hardware/clock.ts';
import type { AudioOutput } from './output/audio-output.ts';
import { nextTrack, sourceOf, type PlayingWindow } from './playing-window.ts';
import { trackAt } from './track-order.ts';

/** How long after a failure a stream or playlist is tried again. */
const RETRY_MS = 10_000;

type WindowPlayerOptions = {
  clock: Clock;
  output: AudioOutput;
  isCached: (sha256: string) => boolean;
  /** False while nothing may be heard; it is tried again later. */
  mayPlay: () => boolean;
  volumeOf: (playing: PlayingWindow) => number;
  /** A track or station is heard now, from this second of it on. */
  onPlaying: (playing: PlayingWindow, positionS: number) => void;
};

/** Plays the tracks of a window one after another, or its station, and tries again after a failure. */
export function createWindowPlayer(options: WindowPlayerOptions) {
  const { clock, output, isCached, mayPlay, volumeOf, onPlaying } = options;
  let current: PlayingWindow | null = null;
  let retryAt = Infinity;
  output.onEnded((channel) => {
    if (current?.channel === channel) void playTrack(current, current.index + 1, 0);
  });

  async function playTrack(playing: PlayingWindow, from: number, positionS: number): Promise<void> {
    const index = nextTrack(playing, from, isCached);
    const source = sourceOf(playing, index);
    retryAt = Infinity;
    if (!mayPlay() || !source) return retryLater();
    playing.index = index;
    try {
      await output.play(playing.channel, source, { volume: volumeOf(playing), positionS });
    } catch {
      if (current === playing) retryLater();
      return;
    }
    if (current === playing) onPlaying(playing, positionS);
  }

  function retryLater(): void {
    retryAt = clock.monotonic() + RETRY_MS;
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
      begin(playing);
    },
    /** The output still plays the last track and must be stopped. */
    end(): void {
      current = null;
      retryAt = Infinity;
    },
    /** Must be called once a second. */
    tick(): void {
      if (current && clock.monotonic() >= retryAt) begin(current);
    },
  };
}
