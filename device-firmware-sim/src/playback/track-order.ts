import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { createRandom, type Random } from '../hardware/random.ts';
import type { SoundWindow } from '../programme/programme.ts';

type PlaylistSound = Extract<SoundWindow['sound'], { kind: 'playlist' }>;
type Playlist = Pick<PlaylistSound, 'items' | 'shuffle' | 'crossfade_s' | 'no_repeat'>;

/** The tracks of a window in the order in which they are played, again and again, numbered from 0 at its beginning. */
export type TrackOrder = {
  length: number;
  /** Length of a round in ms; null if rounds differ. */
  roundMs: number | null;
  /** Undefined where there are none. */
  at: (number: number) => AudioItem | undefined;
  /** Time in which the ends of these two tracks are heard together, in ms. */
  overlapMs: (number: number, next: number) => number;
};

/** MPD crossfades no track that is shorter; see PLAY-25. */
const MIXED_MIN_MS = 20_000;

/**
 * The same for the same seed. A shuffled playlist has one order for all rounds, or with `no_repeat` one for each, so that so many other tracks
 * are heard before one is heard again; see PLAY-26.
 */
export function createTrackOrder({ items, shuffle, crossfade_s = 0, no_repeat }: Playlist, seed: string): TrackOrder {
  const isVaried = shuffle && no_repeat !== undefined;
  const listed = isVaried ? distinct(items) : items;
  const first = shuffle ? shuffled(listed, createRandom(seed)) : listed;
  const { length } = first;
  // A track that moves within its block of each round is heard again after `no_repeat` others at the earliest.
  const blockSize = isVaried ? Math.max(1, length - no_repeat) : 1;
  const orderOf = createRounds(first, seed, blockSize);
  const crossfadeMs = crossfade_s * 1_000;

  const at = (number: number): AudioItem | undefined =>
    length === 0 ? undefined : orderOf(Math.floor(number / length))[number % length];
  const isMixed = (item: AudioItem | undefined): boolean =>
    (item?.duration_ms ?? 0) >= Math.max(MIXED_MIN_MS, 2 * crossfadeMs);
  const overlapMs = (number: number, next: number): number =>
    isMixed(at(number)) && isMixed(at(next)) ? crossfadeMs : 0;
  const isEven = blockSize === 1 || crossfadeMs === 0 || first.every(isMixed) || !first.some(isMixed);
  const numbers = first.map((_, number) => number);
  const roundMs = isEven ? numbers.reduce((sum, number) => sum + stepMs({ at, overlapMs }, number), 0) : null;
  return { length, roundMs, at, overlapMs };
}

/** From the beginning of a track to that of the next one. */
const stepMs = ({ at, overlapMs }: Pick<TrackOrder, 'at' | 'overlapMs'>, number: number): number =>
  (at(number)?.duration_ms ?? 0) - overlapMs(number, number + 1);

/** The order of a round. The first one is given; in the others the tracks of each block are shuffled. */
function createRounds(
  first: readonly AudioItem[],
  seed: string,
  blockSize: number,
): (round: number) => readonly AudioItem[] {
  if (blockSize === 1) return () => first;
  /** The last two that were asked for: at its end a track of one round is followed by one of the next. */
  let rounds = new Map<number, readonly AudioItem[]>([[0, first]]);
  return (round) => {
    const existing = rounds.get(round);
    if (existing) return existing;
    const random = createRandom(`${seed}/${round}`);
    const blocks = Array.from({ length: Math.ceil(first.length / blockSize) }, (_, block) =>
      shuffled(first.slice(block * blockSize, (block + 1) * blockSize), random),
    );
    const order = round === 0 ? first : blocks.flat();
    rounds = new Map([...[...rounds].slice(-1), [round, order]]);
    return order;
  };
}

function shuffled(items: readonly AudioItem[], random: Random): readonly AudioItem[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] as AudioItem, order[last] as AudioItem];
  }
  return order;
}

/** A file that is listed twice is one track. */
const distinct = (items: readonly AudioItem[]): AudioItem[] => [
  ...new Map(items.map((item) => [item.sha256, item])).values(),
];

/** The number of the track, and the seconds into it, after the playlist has been played for so long. */
export function trackAt(order: TrackOrder, elapsedMs: number): { index: number; positionS: number } {
  const { length, roundMs } = order;
  if (roundMs === 0) return { index: 0, positionS: 0 };
  let rest = Math.max(0, elapsedMs);
  const rounds = roundMs === null ? 0 : Math.floor(rest / roundMs);
  rest -= rounds * (roundMs ?? 0);
  for (let index = rounds * length; ; index++) {
    const step = stepMs(order, index);
    if (rest < step) return { index, positionS: rest / 1_000 };
    rest -= step;
  }
}
