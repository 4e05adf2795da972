import { isPlaying, type PlayerChannel, type PlayerStateWord } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/commands';
import type { Clock } from './clock.ts';
import type { Track } from './media.ts';

/** The state a channel falls back to when nothing more is to be played. */
const RESTING: Record<PlayerChannel, PlayerStateWord> = { voice: 'idle', music: 'stopped', radio: 'stopped' };

/** One channel: a playlist with a position that follows the clock. Says nothing by itself; `tick` tells what changed. */
export class Player {
  readonly channel: PlayerChannel;
  volume: number;
  #clock: Clock;
  #playlist: readonly Track[];
  #index = 0;
  #state: PlayerStateWord;
  /** Seconds into the track when it last began to run, and when that was. */
  #position = 0;
  #runningSince: number | null = null;

  constructor(channel: PlayerChannel, clock: Clock, playlist: readonly Track[], volume: number) {
    this.channel = channel;
    this.volume = volume;
    this.#clock = clock;
    this.#playlist = playlist;
    this.#state = RESTING[channel];
  }

  get isPlaying(): boolean {
    return isPlaying(this.#state);
  }

  /** Plays on from where it stands, or the given entry of the playlist from its beginning. */
  play(index?: number): void {
    if (index !== undefined) {
      this.#index = index % this.#playlist.length;
      this.#position = 0;
      this.#runningSince = null;
    }
    this.#runningSince ??= this.#clock.monotonic();
    this.#state = 'playing';
  }

  pause(): void {
    if (!this.isPlaying) return;
    this.#rest('paused', this.position);
  }

  stop(): void {
    this.#rest(RESTING[this.channel], 0);
  }

  next(): void {
    this.play(this.#index + 1);
  }

  previous(): void {
    this.play(this.#index + this.#playlist.length - 1);
  }

  /** Takes another playlist and starts at its beginning if it was playing. */
  load(playlist: readonly Track[]): void {
    this.#playlist = playlist;
    if (this.isPlaying) this.play(0);
    else this.#index = 0;
  }

  /** The same stream announces another piece: position and state stay. */
  rename(playlist: readonly Track[]): void {
    this.#playlist = playlist;
  }

  /** Seconds into the current track. */
  get position(): number {
    const running = this.#runningSince === null ? 0 : (this.#clock.monotonic() - this.#runningSince) / 1000;
    const elapsed = this.#position + running;
    const { duration } = this.#track;
    return duration > 0 ? Math.min(elapsed, duration) : elapsed;
  }

  /** Ends what is over: music goes on with the next track, an announcement finishes and its channel falls idle. */
  tick(): boolean {
    if (this.#state === 'finished') {
      this.stop();
      return true;
    }
    const { duration } = this.#track;
    if (!this.isPlaying || duration === 0 || this.position < duration) return false;
    if (this.channel === 'voice') this.#rest('finished', duration);
    else this.next();
    return true;
  }

  status(): PlayerStatus {
    const { title, duration } = this.#track;
    const loaded = this.isPlaying || this.#state === 'paused' || this.#state === 'finished';
    const position = loaded ? Math.round(this.position * 10) / 10 : 0;
    return {
      channel: this.channel,
      state: this.#state,
      volume: this.volume,
      current_track: loaded ? title : null,
      position,
      duration: loaded ? duration : 0,
      percentage: loaded && duration > 0 ? Math.min(100, Math.round((position / duration) * 1000) / 10) : 0,
      playlist_length: this.#playlist.length,
    };
  }

  get #track(): Track {
    return this.#playlist[this.#index] ?? { title: '', duration: 0 };
  }

  #rest(state: PlayerStateWord, position: number): void {
    this.#state = state;
    this.#position = position;
    this.#runningSince = null;
  }
}
