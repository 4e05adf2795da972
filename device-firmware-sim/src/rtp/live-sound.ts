import type { Serial } from '@belfry/schemas/domain/serial';
import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { SampleQueue } from './feed.ts';
import { createResampler, type Resampler } from './resampler.ts';

/** With a longer backlog it would be heard too late: it goes on with what has come last. */
const LATE_MS = 120;
/** What is so little too early is no gap. */
const JITTER_MS = 10;

/** A live page at one destination: that of the speaker which has opened it first; the others hear the same. */
export class LiveSound {
  readonly page: string;
  readonly #rate: number;
  readonly #opened: { id: number; speaker: Serial }[] = [];
  readonly #queue = new SampleQueue();
  #resampler: Resampler;
  /** When the first sample of the queue is heard, by the monotonic clock. */
  #heardAt = 0;
  #scratch: Float32Array;

  constructor(page: string, rate: number) {
    this.page = page;
    this.#rate = rate;
    this.#resampler = createResampler(PAGE_RATE_HZ, rate);
    this.#scratch = new Float32Array(rate);
  }

  get isOver(): boolean {
    return this.#opened.length === 0 && this.#queue.length === 0;
  }

  speakers(): Serial[] {
    return this.#opened.map(({ speaker }) => speaker);
  }

  open(id: number, speaker: Serial): void {
    this.#opened.push({ id, speaker });
  }

  /** @param heardAt of the first sample, by the monotonic clock */
  write(id: number, samples: Float32Array, heardAt: number): void {
    if (this.#opened[0]?.id !== id) return;
    const behind = this.#queue.length === 0 ? 0 : heardAt - (this.#heardAt + this.#msOf(this.#queue.length));
    if (this.#queue.length === 0) this.#heardAt = heardAt;
    else if (behind > LATE_MS) this.#queue.add(new Float32Array(Math.round((behind * this.#rate) / 1_000)));
    this.#queue.add(this.#resampler.push(samples).slice());
  }

  close(id: number, isCut: boolean): void {
    const index = this.#opened.findIndex((each) => each.id === id);
    if (index < 0) return;
    this.#opened.splice(index, 1);
    if (isCut && this.#opened.length === 0) this.#queue.clear();
    if (index === 0) this.#resampler = createResampler(PAGE_RATE_HZ, this.#rate);
  }

  mixInto(mix: Float32Array, from: number): void {
    const early = this.#heardAt - from;
    if (this.#queue.length === 0) return;
    if (early < -LATE_MS) this.#drop(-early);
    const offset = early > JITTER_MS ? Math.round((early * this.#rate) / 1_000) : 0;
    if (offset >= mix.length) return;
    const part = this.#scratch.subarray(0, mix.length - offset);
    const count = this.#queue.read(part);
    for (let index = 0; index < count; index++) mix[offset + index] = (mix[offset + index] ?? 0) + (part[index] ?? 0);
    this.#heardAt += this.#msOf(count);
  }

  #drop(ms: number): void {
    const count = this.#queue.read(this.#scratch.subarray(0, Math.round((ms * this.#rate) / 1_000)));
    this.#heardAt += this.#msOf(count);
  }

  #msOf(samples: number): number {
    return (samples / this.#rate) * 1_000;
  }
}
