import { volumeToDb } from '@belfry/schemas/domain/loudness';
import { DUCKED_FACTOR } from '../playback/background.ts';

const gainOf = (volume: number, gainDb: number): number =>
  volume <= 0 ? 0 : 10 ** ((volumeToDb(volume) + gainDb) / 20);

/** The volume (0 to 100) of what plays, on the scale of the other outputs. A fade has even steps on that scale, which follows the ear. */
export class Level {
  #volume: number;
  #target: number;
  #leftMs = 0;
  /** As a factor; kept, because many speakers may hear one sound. */
  #gain: number;
  readonly #gainDb: number;
  /** By which the volume is lowered, and its fade. */
  readonly #duck = { factor: 1, target: 1, leftMs: 0 };

  constructor(volume: number, gainDb: number) {
    this.#volume = volume;
    this.#target = volume;
    this.#gainDb = gainDb;
    this.#gain = gainOf(volume, gainDb);
  }

  fadeTo(volume: number, fadeMs: number): void {
    this.#target = volume;
    this.#leftMs = fadeMs;
    if (fadeMs <= 0) this.#set(volume);
  }

  /** Lowers it below what another speaker says at the same address, or no longer. */
  duck(isDucked: boolean, fadeMs: number): void {
    const target = isDucked ? DUCKED_FACTOR : 1;
    if (target === this.#duck.target) return;
    Object.assign(this.#duck, { target, leftMs: fadeMs });
    if (fadeMs > 0) return;
    this.#duck.factor = target;
    this.#set(this.#volume);
  }

  gain(): number {
    return this.#gain;
  }

  /** The level of what follows on the same player, with a gain of its own. */
  withGain(gainDb: number): Level {
    const level = new Level(this.#volume, gainDb);
    level.fadeTo(this.#target, this.#leftMs);
    Object.assign(level.#duck, this.#duck);
    level.#set(this.#volume);
    return level;
  }

  advance(ms: number): void {
    this.#advanceDuck(ms);
    if (this.#leftMs <= 0) return;
    const left = this.#target - this.#volume;
    this.#set(ms >= this.#leftMs ? this.#target : this.#volume + (left * ms) / this.#leftMs);
    this.#leftMs -= ms;
  }

  #advanceDuck(ms: number): void {
    const { factor, target, leftMs } = this.#duck;
    if (leftMs <= 0) return;
    this.#duck.factor = ms >= leftMs ? target : factor + ((target - factor) * ms) / leftMs;
    this.#duck.leftMs = leftMs - ms;
    this.#set(this.#volume);
  }

  #set(volume: number): void {
    this.#volume = volume;
    this.#gain = gainOf(volume * this.#duck.factor, this.#gainDb);
  }
}
