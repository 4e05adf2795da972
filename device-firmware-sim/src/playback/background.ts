import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Clock } from '../hardware/clock.ts';
import type { SoundWindow } from '../programme/timeline.ts';
import type { AudioOutput } from './output/audio-output.ts';
import { DUCK_FADE_MS, duckedVolume, type Ducking } from './ducking.ts';
import { trackAt } from './track-order.ts';
import { nextTrack, playingWindow, sourceOf, trackOf, type PlayingWindow } from './playing-window.ts';

/** How long after a failure a stream or playlist is tried again. */
const RETRY_MS = 10_000;

/** What consoles see of the music and radio channels. */
export type SoundDisplay = {
  show(channel: PlayerChannel, track: { title: string; duration: number }, positionS: number, volume: number): void;
  end(channel: PlayerChannel): void;
  pause(channel: PlayerChannel): void;
  resume(channel: PlayerChannel): void;
  /** Nothing may play, not even what the settings of the device request. */
  silence(): void;
};

export type BackgroundDeps = {
  clock: Clock;
  output: AudioOutput;
  cache: AudioCache;
  display: SoundDisplay;
  /** 0–100, of what has no volume of its own is that of the channel, within the limit of the place. */
  volumeOf: (channel: PlayerChannel, volume: number | null) => number;
  /** What the window is for is heard now. */
  started: (window: SoundWindow) => void;
};

export type Background = ReturnType<typeof createBackground>;

/** Plays the playlist or station of a window of time on the music or radio channel, below what is spoken. */
export function createBackground({ clock, output, cache, display, volumeOf, started }: BackgroundDeps) {
  let current: PlayingWindow | null = null;
  let ducking: Ducking = 'none';
  let retryAt = Infinity;
  output.onEnded((channel) => {
    if (current?.channel === channel) void playTrack(current, current.index + 1, 0);
  });

  const volume = ({ channel, window }: PlayingWindow): number => {
    const { sound } = window;
    return duckedVolume(ducking, volumeOf(channel, 'volume' in sound ? sound.volume : null));
  };

  async function playTrack(playing: PlayingWindow, from: number, positionS: number): Promise<void> {
    const index = nextTrack(playing, from, cache.has);
    const source = sourceOf(playing, index);
    retryAt = Infinity;
    if (ducking === 'paused' || !source) return retryLater();
    playing.index = index;
    try {
      await output.play(playing.channel, source, { volume: volume(playing), positionS });
    } catch {
      if (current === playing) retryLater();
      return;
    }
    if (current !== playing) return;
    started(playing.window);
    display.show(playing.channel, trackOf(playing), positionS, volume(playing));
  }

  function retryLater(): void {
    retryAt = clock.monotonic() + RETRY_MS;
  }

  /** Continues where the window would be if it had played from its beginning. */
  function begin(playing: PlayingWindow): void {
    const { index, positionS } = trackAt(playing.order, clock.now() - playing.window.from);
    void playTrack(playing, index, positionS);
  }

  function end(): void {
    if (!current) return;
    const { channel } = current;
    current = null;
    retryAt = Infinity;
    void output.stop(channel).catch(() => {});
    display.end(channel);
  }

  function pause(channel: PlayerChannel): void {
    void output.pause(channel).catch(() => {});
    display.pause(channel);
  }

  function resume(channel: PlayerChannel): void {
    void output.resume(channel).catch(() => {});
    display.resume(channel);
  }

  return {
    /** A person controls the channel until the next window. @returns whether this plays on it */
    control(channel: PlayerChannel, action: 'play' | 'pause' | 'stop'): boolean {
      if (current?.channel !== channel) return false;
      if (action === 'stop') end();
      else if (action === 'pause') pause(channel);
      else if (ducking !== 'paused') resume(channel);
      return true;
    },
    /** Plays what is for this window instead of what played before; null: nothing. */
    set(window: SoundWindow | null): void {
      end();
      if (window?.sound.kind === 'silence') {
        display.silence();
        started(window);
      }
      current = window && playingWindow(window);
      if (current) begin(current);
    },
    /** Lowers or pauses it while something is spoken. */
    duck(next: Ducking): void {
      const before = ducking;
      ducking = next;
      if (!current || next === before) return;
      if (next === 'paused') pause(current.channel);
      else if (before === 'paused') resume(current.channel);
      void output.setVolume(current.channel, volume(current), DUCK_FADE_MS).catch(() => {});
    },
    /** The volume limit or setting has changed. */
    volumeChanged(): void {
      if (current) void output.setVolume(current.channel, volume(current)).catch(() => {});
    },
    /** Must be called once a second. */
    tick(): void {
      if (current && clock.monotonic() >= retryAt) begin(current);
    },
  };
}
