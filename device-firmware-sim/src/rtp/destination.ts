import type { Serial } from '@belfry/schemas/domain/serial';
import { DUCK_FADE_MS } from '../playback/background.ts';
import { createEncoder, formatOf, PACKET_MS, type Encoder, type RtpFormat } from './format.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { LiveSound } from './live-sound.ts';
import type { Packetizer } from './packetizer.ts';
import type { StreamTarget } from './sender-messages.ts';
import type { Sound } from './sound.ts';

/** Speakers at one address, port and codec hear one stream. */
export const targetKey = ({ address, port, codec, rate, ttl }: StreamTarget): string =>
  [address, port, codec, rate, ttl].join(' ');

/** One stream: mixes what is heard at an address, and sends only while something sounds, with silence before and after. */
export class RtpDestination {
  readonly target: StreamTarget;
  readonly format: RtpFormat;
  readonly sounds = new Set<Sound>();
  readonly pages = new Set<LiveSound>();
  /** When its silence before the first sound is over, by the monotonic clock. */
  #leadEndsAt = 0;
  #silentAt = -Infinity;
  #isActive = false;
  #isDucked = false;
  readonly #encoder: Encoder;
  readonly #limiter: Limiter;
  readonly #lookAheadMs: number;
  readonly #packetizer: Packetizer;
  readonly #mix: Float32Array;

  constructor(target: StreamTarget, packetizer: Packetizer) {
    this.target = { ...target };
    this.format = formatOf(target);
    this.#encoder = createEncoder(this.format);
    this.#limiter = createLimiter(this.format.rate);
    this.#lookAheadMs = (this.#limiter.delay / this.format.rate) * 1_000;
    this.#packetizer = packetizer;
    this.#mix = new Float32Array(this.format.samples);
  }

  get isIdle(): boolean {
    return !this.#isActive && this.sounds.size === 0 && this.pages.size === 0;
  }

  /** The longer silences of all speakers here. */
  adopt({ leadMs, tailMs }: StreamTarget): void {
    this.target.leadMs = Math.max(this.target.leadMs, leadMs);
    this.target.tailMs = Math.max(this.target.tailMs, tailMs);
  }

  /** When a sound that begins as soon as possible is heard, by the monotonic clock. */
  soonest(now: number): number {
    return this.#isActive ? Math.max(now, this.#leadEndsAt) : now + PACKET_MS + this.target.leadMs;
  }

  /** Nothing of it arrives: what comes next begins with silence again. */
  lost(): void {
    this.#isActive = false;
    this.#silentAt = -Infinity;
  }

  /**
   * The packet of a tick; null while nothing sounds.
   * @param at the instant of the tick by the monotonic clock: that of the first sample of the packet
   */
  packetAt(at: number, tick: number): Uint8Array | null {
    // The limiter looks ahead: what is mixed now leaves with the next packet.
    const from = at + this.#lookAheadMs;
    const { leadMs, tailMs } = this.target;
    if (this.#isDue(from + PACKET_MS + leadMs)) this.#silentAt = at + PACKET_MS + Math.max(PACKET_MS, tailMs);
    else if (at >= this.#silentAt) {
      this.#isActive = false;
      return null;
    }
    const isFirst = !this.#isActive;
    if (isFirst) this.#leadEndsAt = at + leadMs;
    this.#isActive = true;
    this.#duckOthers(from);
    const mix = this.#mix.fill(0);
    for (const sound of this.sounds) sound.mixInto(mix, from);
    for (const page of this.pages) page.mixInto(mix, from);
    this.#limiter.process(mix);
    return this.#packetizer.packet(this.#encoder.encode(mix), tick, isFirst);
  }

  /** What one speaker says is heard by all at the address. It lowers its own music; that of the others sinks here. */
  #duckOthers(from: number): void {
    if (this.sounds.size + this.pages.size < 2 && !this.#isDucked) return;
    const speaking = new Set<Serial>();
    for (const sound of this.sounds)
      if (sound.isHeardAt(from + DUCK_FADE_MS))
        for (const { channel, speaker } of sound.listeners) if (channel === 'voice') speaking.add(speaker);
    for (const page of this.pages) for (const speaker of page.speakers()) speaking.add(speaker);
    this.#isDucked = speaking.size > 0;
    for (const { listeners, hasBegun } of this.sounds)
      for (const { channel, speaker, level } of listeners)
        if (channel !== 'voice') level.duck(this.#isDucked && !speaking.has(speaker), hasBegun ? DUCK_FADE_MS : 0);
  }

  #isDue(until: number): boolean {
    if (this.pages.size > 0) return true;
    for (const sound of this.sounds) if (sound.beginsAt < until && !sound.isPaused) return true;
    return false;
  }
}
