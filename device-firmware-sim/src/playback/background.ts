import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { SoundWindow } from '../programme/programme.ts';
import type { AudioOutput } from './audio-output.ts';
import type { Heard } from './heard-tracks.ts';
import type { Speech } from './speech.ts';
import { createWindowPlayer, playingWindow, trackOf, type PlayingWindow } from './window-player.ts';

/** How music and radio are lowered while something is spoken; see ANN-6. */
type Ducking = 'none' | 'lowered' | 'paused';

/** Music begins to sink this long before an announcement is heard; see PLAY-18. */
export const DUCK_FADE_MS = 300;
/** The volume of a player service is not linear: at this factor music is well below speech. */
export const DUCKED_FACTOR = 0.4;

/** Below announcements they are lowered; an emergency is heard alone. */
export function duckingFor(speech: Pick<Speech, 'priority'> | null): Ducking {
  if (!speech) return 'none';
  return speech.priority === 'emergency' ? 'paused' : 'lowered';
}

const duckedVolume = (ducking: Ducking, volume: number): number =>
  ducking === 'none' ? volume : Math.round(volume * DUCKED_FACTOR);

/** Stations send titles of any length. */
const TITLE_MAX = 200;

type StationProblem = NonNullable<PlayerStatus['problem']>;

export type SoundDisplay = {
  show(channel: PlayerChannel, track: { title: string; duration: number }, positionS: number, volume: number): void;
  end(channel: PlayerChannel): void;
  pause(channel: PlayerChannel): void;
  resume(channel: PlayerChannel): void;
  /** Why the station with this address is not heard; null: nothing is wrong. */
  problem(problem: StationProblem | null): void;
  silence(): void;
};

export type BackgroundDeps = {
  clock: Clock;
  output: AudioOutput;
  cache: AudioCache;
  display: SoundDisplay;
  /** 0–100, within the limit of the place; a null volume means that of the channel. */
  volumeOf: (channel: PlayerChannel, volume: number | null) => number;
  /** Called when the window is first heard. */
  started: (window: SoundWindow) => void;
  silent: (window: SoundWindow, reason: string) => void;
  heard: (heard: Heard) => void;
};

export type Background = ReturnType<typeof createBackground>;

export function createBackground({ clock, output, cache, display, volumeOf, ...report }: BackgroundDeps) {
  let ducking: Ducking = 'none';
  let cancelDuck: Cancel = () => {};
  const player = createWindowPlayer({
    clock,
    output,
    isCached: cache.has,
    mayPlay: () => ducking !== 'paused',
    volumeOf: volume,
    onPlaying(playing, positionS) {
      report.started(playing.window);
      if (playing.channel === 'radio') display.problem(null);
      display.show(playing.channel, trackOf(playing), positionS, volume(playing));
    },
    onTitle(playing, title, positionS) {
      const { title: name, duration } = trackOf(playing);
      display.show(
        playing.channel,
        { title: `${name} - ${title.slice(0, TITLE_MAX)}`, duration },
        positionS,
        volume(playing),
      );
    },
    onSilent({ window }, why) {
      const reason = why ?? reasonText('station_silent');
      if (window.sound.kind === 'station') display.problem({ url: window.sound.url, reason });
      report.silent(window, reason);
    },
    onHeard: (heard) => report.heard(heard),
  });

  function volume({ channel, window: { sound } }: PlayingWindow): number {
    return duckedVolume(ducking, volumeOf(channel, 'volume' in sound ? sound.volume : null));
  }

  function setVolume(playing: PlayingWindow, fadeMs?: number): void {
    void output.setVolume(playing.channel, volume(playing), fadeMs).catch(() => {});
  }

  function end(): void {
    const channel = player.current()?.channel;
    if (!channel) return;
    player.end();
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

  function duckNow(next: Ducking): void {
    const before = ducking;
    const playing = player.current();
    ducking = next;
    if (!playing || next === before) return;
    if (next === 'paused') pause(playing.channel);
    else if (before === 'paused') resume(playing.channel);
    setVolume(playing, DUCK_FADE_MS);
  }

  return {
    /** A person controls the channel until the next window. @returns whether this plays on it */
    control(channel: PlayerChannel, action: 'play' | 'pause' | 'stop'): boolean {
      if (player.current()?.channel !== channel) return false;
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
        report.started(window);
      }
      const playing = window && playingWindow(window);
      if (playing) player.start(playing);
    },
    /**
     * Lowers or pauses it while something is spoken.
     * @param heardAt when that is heard, in ms since 1970; null: as soon as possible
     * @returns when it may be heard at the earliest, so that the music has sunk by then
     */
    duck(next: Ducking, heardAt: number | null): number {
      cancelDuck();
      const now = clock.now();
      const isLowered = next === 'lowered' && ducking === 'none';
      if (!isLowered) duckNow(next);
      else if (heardAt !== null && heardAt - now > DUCK_FADE_MS)
        cancelDuck = clock.after(heardAt - DUCK_FADE_MS - now, () => duckNow(next));
      else duckNow(next);
      return isLowered && player.current() ? now + DUCK_FADE_MS : 0;
    },
    /** Whether the station of a window can be heard. It is tried without a sound, unless its player is in use. */
    async canHear({ sound }: SoundWindow): Promise<boolean> {
      const isInUse = (): boolean => player.current()?.channel === 'radio';
      if (sound.kind !== 'station' || isInUse()) return true;
      try {
        await output.play('radio', { url: sound.url }, { volume: 0 });
      } catch {
        return false;
      }
      if (!isInUse()) await output.stop('radio').catch(() => {});
      return true;
    },
    forgetProblem: (): void => display.problem(null),
    volumeChanged(): void {
      const playing = player.current();
      if (playing) setVolume(playing);
    },
    /** Must be called once a second. */
    tick: (): void => player.tick(),
  };
}
