/** Beyond this the highest range is discarded; the device sends its records again. */
const MAX_RANGES = 64;

/** Contiguous sequence numbers; `collectedAt` is that of the lowest one. */
type SeqRange = { from: number; to: number; collectedAt: number };

/** Ranges of received sequence numbers with gaps between them, in ascending order. */
export class SeqRanges {
  #ranges: SeqRange[] = [];

  get first(): Readonly<SeqRange> | undefined {
    return this.#ranges[0];
  }

  clear(): void {
    this.#ranges = [];
  }

  /** Adds a number to the ranges; returns whether it was missing. */
  add({ seq, collectedAt }: { seq: number; collectedAt: number }): boolean {
    const after = this.#ranges.findIndex(({ to }) => to >= seq - 1);
    const near = this.#ranges[after];
    if (near && seq >= near.from && seq <= near.to) return false;
    if (!near || near.from > seq + 1)
      this.#ranges.splice(after < 0 ? this.#ranges.length : after, 0, { from: seq, to: seq, collectedAt });
    else if (seq === near.from - 1) Object.assign(near, { from: seq, collectedAt });
    else this.#extend(after, near, seq);
    if (this.#ranges.length > MAX_RANGES) this.#ranges.pop();
    return true;
  }

  /** Removes the ranges that follow this number without a gap; returns the last number of the last one, or the number itself. */
  takeReached(seq: number): number {
    let reached = seq;
    for (let next = this.#ranges[0]; next && next.from <= reached + 1; next = this.#ranges[0]) {
      reached = Math.max(reached, next.to);
      this.#ranges.shift();
    }
    return reached;
  }

  #extend(index: number, range: SeqRange, seq: number): void {
    range.to = seq;
    const next = this.#ranges[index + 1];
    if (next?.from !== seq + 1) return;
    range.to = next.to;
    this.#ranges.splice(index + 1, 1);
  }
}
