import { isPlaying, type PlayerChannel, type PlayerStateWord } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { Clock } from '../hardware/clock.ts';
import type { Track } from './media.ts';

const INACTIVE_STATE: Record<PlayerChannel, PlayerStateWord> = { voice: 'idle', music: 'stopped', radio: 'stopped' };

/** One channel: a playlist with a position that follows the clock. It reports nothing; `tick` returns whether it changed. */
export class Player {
  readonly channel: PlayerChannel;
  volume: number;
  problem: PlayerStatus['problem'] = null;
  #clock: Clock;
  #playlist: readonly Track[];
  #index = 0;
  #state: PlayerStateWord;
  /** Seconds into the track when it last began to run, and when that was. */
  #position = 0;
  #runningSince: number | null = null;
  #override: (Track & { volume: number }) | null = null;

  constructor(channel: PlayerChannel, clock: Clock, playlist: readonly Track[], volume: number) {
    this.channel = channel;
    this.volume = volume;
    this.#clock = clock;
    this.#playlist = playlist;
    this.#state = INACTIVE_STATE[channel];
  }

  get isPlaying(): boolean {
    return isPlaying(this.#state);
  }

  play(index?: number): void {
    if (index !== undefined) {
      this.#override = null;
      this.#index = index % this.#playlist.length;
      this.#position = 0;
      this.#runningSince = null;
    }
    this.#runningSince ??= this.#clock.monotonic();
    this.#state = 'playing';
  }

  /** Plays a track that is not in the playlist, until `finish` or `stop`. */
  show(track: Track & { volume: number }, position: number): void {
    this.#override = track;
    this.#setState('playing', position);
    this.#runningSince = this.#clock.monotonic();
  }

  finish(): void {
    if (this.#override) this.#setState('finished', this.#override.duration);
  }

  get isShowing(): boolean {
    return this.#override !== null;
  }

  pause(): void {
    if (!this.isPlaying) return;
    this.#setState('paused', this.position);
  }

  stop(): void {
    this.#override = null;
    this.#setState(INACTIVE_STATE[this.channel], 0);
  }

  next(): void {
    this.play(this.#index + 1);
  }

  previous(): void {
    this.play(this.#index + this.#playlist.length - 1);
  }

  load(playlist: readonly Track[]): void {
    this.#playlist = playlist;
    if (this.isPlaying) this.play(0);
    else this.#index = 0;
  }

  /** The stream announces another item; position and state do not change. */
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

  /** Handles the end of a track: music continues with the next track, an announcement finishes and its channel becomes idle. */
  tick(): boolean {
    if (this.#state === 'finished') {
      this.stop();
      return true;
    }
    const { duration } = this.#track;
    if (this.#override || !this.isPlaying || duration === 0 || this.position < duration) return false;
    if (this.channel === 'voice') this.#setState('finished', duration);
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
      volume: this.#override?.volume ?? this.volume,
      current_track: loaded ? title : null,
      position,
      duration: loaded ? duration : 0,
      percentage: loaded && duration > 0 ? Math.min(100, Math.round((position / duration) * 1000) / 10) : 0,
      playlist_length: this.#playlist.length,
      ...(this.problem && { problem: this.problem }),
    };
  }

  get #track(): Track {
    return this.#override ?? this.#playlist[this.#index] ?? { title: '', duration: 0 };
  }

  #setState(state: PlayerStateWord, position: number): void {
    this.#state = state;
    this.#position = position;
    this.#runningSince = null;
  }
}
