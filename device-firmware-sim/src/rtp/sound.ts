import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Feed } from './feed.ts';
import { PACKET_MS } from './format.ts';
import type { Level } from './level.ts';

/** What one player of one speaker hears of a sound. */
export type Listener = {
  speaker: Serial;
  channel: PlayerChannel;
  id: number;
  level: Level;
  isPaused: boolean;
};

type SoundOptions = {
  /** The hash or the address: what has the same, at about the same place, is the same sound. */
  key: string;
  feed: Feed;
  rate: number;
  isStream: boolean;
  /** Of the file; Infinity for a stream. */
  durationMs: number;
  positionMs: number;
  /** By the monotonic clock; Infinity: what it follows is not over. */
  beginsAt: number;
  started: (listener: Listener, positionMs: number) => void;
};

/** So much later it may begin, or somewhere else it may be, and still be the same sound: speakers are told one after the other. */
const SAME_WITHIN_MS = 2_000;

/** One source at one destination, heard there once however many speakers play it: as loud as the loudest of them wants it. */
export class Sound {
  readonly key: string;
  readonly listeners = new Set<Listener>();
  beginsAt: number;
  /** What it is heard after, while it waits. */
  after: Sound | null = null;
  hasBegun = false;
  readonly durationMs: number;
  readonly isStream: boolean;
  /** How long a stream has been silent. */
  dryMs = 0;
  readonly #feed: Feed;
  readonly #rate: number;
  readonly #started: (listener: Listener, positionMs: number) => void;
  readonly #scratch: Float32Array;
  #positionMs: number;
  #gain = 0;
  /** From 0 to 1 while it fades in, back to 0 while it fades out; change per millisecond. */
  #fade = 1;
  #fadePerMs = 0;
  #isFadedOut = false;

  constructor({ key, feed, rate, isStream, durationMs, positionMs, beginsAt, started }: SoundOptions) {
    this.key = key;
    this.beginsAt = beginsAt;
    this.durationMs = durationMs;
    this.isStream = isStream;
    this.#feed = feed;
    this.#rate = rate;
    this.#positionMs = positionMs;
    this.#started = started;
    this.#scratch = new Float32Array((rate * PACKET_MS) / 1_000);
  }

  get positionMs(): number {
    return this.#positionMs;
  }

  get isOver(): boolean {
    return this.#isFadedOut || this.#feed.isOver();
  }

  get failure(): string | null {
    return this.#feed.failure();
  }

  get isPaused(): boolean {
    return this.listeners.size > 0 && [...this.listeners].every(({ isPaused }) => isPaused);
  }

  /** Whether another speaker hears this if it is to begin there. @param beginsAt by the monotonic clock, as `now` */
  isSameAs({ key, positionMs, beginsAt }: { key: string; positionMs: number; beginsAt: number }, now: number): boolean {
    if (key !== this.key || this.beginsAt === Infinity || this.isOver || this.listeners.size === 0) return false;
    if (this.isStream) return true;
    const own = this.hasBegun ? now - this.#positionMs : this.beginsAt - this.#positionMs;
    return Math.abs(own - (beginsAt - positionMs)) < SAME_WITHIN_MS;
  }

  /** Whether it is heard at an instant of the monotonic clock, as far as that is known now. */
  isHeardAt(instant: number): boolean {
    return this.beginsAt <= instant && !this.isPaused && !this.isOver;
  }

  join(listener: Listener): void {
    this.listeners.add(listener);
    if (this.hasBegun) this.#started(listener, this.#positionMs);
  }

  /** Without listeners it is over after a last packet, in which it fades. */
  leave(listener: Listener, fadeMs = PACKET_MS): void {
    const isHeard = this.hasBegun && !this.isPaused;
    if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
    this.#fadePerMs = -1 / fadeMs;
    this.#isFadedOut = !isHeard;
  }

  fadeIn(ms: number): void {
    this.#fade = 0;
    this.#fadePerMs = 1 / ms;
  }

  /** Adds its samples. @param from when the first of them is heard, by the monotonic clock */
  mixInto(mix: Float32Array, from: number): void {
    if (this.isPaused || this.isOver) return;
    const offset = this.hasBegun ? 0 : Math.max(0, Math.round(((this.beginsAt - from) * this.#rate) / 1_000));
    if (offset >= mix.length) return;
    if (!this.#feed.isReady()) return this.#runDry();
    const count = this.#feed.read(this.#scratch.subarray(0, mix.length - offset));
    if (count === 0) return this.#runDry();
    this.dryMs = 0;
    if (!this.hasBegun) this.#begin();
    this.#add(mix, offset, count);
    this.#positionMs += (count / this.#rate) * 1_000;
  }

  close(): void {
    this.#feed.close();
  }

  #begin(): void {
    this.hasBegun = true;
    this.#gain = this.#loudest();
    for (const listener of this.listeners) this.#started(listener, this.#positionMs);
  }

  #runDry(): void {
    this.dryMs += PACKET_MS;
    if (this.listeners.size === 0) this.#isFadedOut = true;
  }

  #loudest(): number {
    let gain = 0;
    for (const { level, isPaused } of this.listeners) if (!isPaused) gain = Math.max(gain, level.gain());
    return gain;
  }

  #add(mix: Float32Array, offset: number, count: number): void {
    const ms = (count / this.#rate) * 1_000;
    const before = this.#gain * faded(this.#fade);
    for (const { level } of this.listeners) level.advance(ms);
    if (this.listeners.size > 0) this.#gain = this.#loudest();
    this.#fade = Math.min(1, Math.max(0, this.#fade + this.#fadePerMs * ms));
    if (this.#fade === 0 && this.#fadePerMs < 0) this.#isFadedOut = true;
    const step = (this.#gain * faded(this.#fade) - before) / count;
    for (let index = 0; index < count; index++) {
      const at = offset + index;
      mix[at] = (mix[at] ?? 0) + (this.#scratch[index] ?? 0) * (before + step * index);
    }
  }
}

/** Two sounds that cross are together as loud as one. */
const faded = (share: number): number => Math.sin((share * Math.PI) / 2);
