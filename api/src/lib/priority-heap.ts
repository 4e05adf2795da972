/** A set of which the first element is found directly: adding and removing cost the logarithm of its size. */
export class PriorityHeap<T> {
  readonly #items: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (!this.#swapIfBefore(at, above)) return;
      at = above;
    }
  }

  removeFirst(): void {
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return;
    this.#items[0] = last;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const below = this.#isOrdered(right, left) ? right : left;
      if (!this.#swapIfBefore(below, at)) return;
      at = below;
    }
  }

  #isOrdered(first: number, second: number): boolean {
    const [a, b] = [this.#items[first], this.#items[second]];
    return a !== undefined && b !== undefined && this.#isBefore(a, b);
  }

  #swapIfBefore(first: number, second: number): boolean {
    const [a, b] = [this.#items[first], this.#items[second]];
    if (a === undefined || b === undefined || !this.#isBefore(a, b)) return false;
    this.#items[first] = b;
    this.#items[second] = a;
    return true;
  }
}
