/** A seeded pseudo-random generator: the same seed gives the same sequence, and forks are independent. */
export type Random = {
  /** In [0, 1). */
  next: () => number;
  between: (low: number, high: number) => number;
  /** An integer, both ends included. */
  integer: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  fork: (label: string) => Random;
};

export function createRandom(seed: string): Random {
  let state = hash(seed);
  function next(): number {
    // mulberry32: 32 bits of state suffice for a simulated device.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick(list) {
      const index = Math.floor(next() * list.length);
      if (index >= list.length) throw new RangeError('nothing to pick from');
      return list[index] as (typeof list)[number];
    },
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}

/** FNV-1a with a final avalanche step, so that seeds that differ in one digit give different sequences. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
