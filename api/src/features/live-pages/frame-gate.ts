import {
  decodePageFrame,
  encodePageFrame,
  PAGE_FRAME_HEADER_BYTES,
  PAGE_FRAME_MS,
  PAGE_RATE_HZ,
} from '@belfry/schemas/mqtt/page-frames';
import { opusSamples } from '../../lib/ogg-opus.ts';

const FRAME_SAMPLES = (PAGE_FRAME_MS * PAGE_RATE_HZ) / 1_000;
/** One speaks at 25 frames a second; after a stall of the network they come together. */
const FRAMES_PER_S = 30;
const BURST = 30;
/** A frame that is later would be heard by nobody. */
const LATE_MS = 5_000;
/** No clock is so wrong; beyond it sums of milliseconds are not exact. */
const LATEST_CAPTURE_MS = 1e14;

/** Why a frame is not passed on. `malformed` is a client that is none of ours. */
type Refusal = 'malformed' | 'order' | 'rate' | 'late';
type Accepted = {
  /** With its capture by the clock of the api. */
  frame: Buffer;
  /** Empty where only the end is told. */
  packet: Uint8Array;
  isEnd: boolean;
};

export class FrameGate {
  #lastSeq = -1;
  #room = BURST;
  #refilledAt = -Infinity;
  /** The least difference between the arrival of a frame and its capture: that of the two clocks, and of the fastest way. */
  #offset = Infinity;

  get nextSeq(): number {
    return this.#lastSeq + 1;
  }

  /** @param now milliseconds since 1970 */
  accept(bytes: Uint8Array, now: number): Accepted | Refusal {
    const given = decodePageFrame(bytes);
    if (!given || Math.abs(given.capturedAt) > LATEST_CAPTURE_MS) return 'malformed';
    const { isEnd, seq, samples, packet } = given;
    const isSound = samples === FRAME_SAMPLES && opusSamples(packet) === FRAME_SAMPLES;
    if (packet.length > 0 && !isSound) return 'malformed';
    if (seq <= this.#lastSeq) return 'order';
    if (!this.#takeRoom(now)) return 'rate';
    this.#offset = Math.min(this.#offset, now - given.capturedAt);
    const capturedAt = given.capturedAt + this.#offset;
    if (now - capturedAt > LATE_MS) return 'late';
    this.#lastSeq = seq;
    const frame = Buffer.from(encodePageFrame({ ...given, capturedAt }).buffer);
    return { frame, packet: frame.subarray(PAGE_FRAME_HEADER_BYTES), isEnd };
  }

  #takeRoom(now: number): boolean {
    const refill = ((now - this.#refilledAt) / 1_000) * FRAMES_PER_S;
    this.#room = Math.min(BURST, this.#room + Math.max(0, refill));
    this.#refilledAt = now;
    if (this.#room < 1) return false;
    this.#room -= 1;
    return true;
  }
}
