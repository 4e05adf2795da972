/** Decoded sound of one channel, at the rate of its destination, as it comes. */
export type Feed = {
  /** Whether enough has come to begin, or to go on after it ran dry. */
  isReady(): boolean;
  /** Everything was read. */
  isOver(): boolean;
  /** Why nothing more comes; shown to users. */
  failure(): string | null;
  /** @returns how many samples there were, which is less than asked for at the end, and where it ran dry */
  read(into: Float32Array): number;
  close(): void;
};

/** Samples in chunks, which are added behind and read in front. */
export class SampleQueue {
  #chunks: Float32Array[] = [];
  #first = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Float32Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  read(into: Float32Array): number {
    let count = 0;
    while (count < into.length) {
      const chunk = this.#chunks[0];
      if (!chunk) break;
      const part = chunk.subarray(this.#first, this.#first + into.length - count);
      into.set(part, count);
      count += part.length;
      this.#first += part.length;
      if (this.#first < chunk.length) break;
      this.#chunks.shift();
      this.#first = 0;
    }
    this.#length -= count;
    return count;
  }

  clear(): void {
    this.#chunks = [];
    this.#first = 0;
    this.#length = 0;
  }
}
