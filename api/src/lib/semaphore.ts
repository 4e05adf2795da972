import { asError } from '../errors.ts';
import { observePool } from './pool-waits.ts';

/** own: as many calls of this key run or wait as may; full: others have had the permits for as long as a call waits. */
export type Because = 'own' | 'full';
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  readonly because: Because;

  constructor(because: Because) {
    super();
    this.because = because;
  }
}

/** What people hear first is first: an emergency, then what is said now, then what devices will play, then everything else. */
const ORDER = { emergency: 0, now: 1, devices: 2, other: 3 } as const;
export type Urgency = keyof typeof ORDER;
export const isMoreUrgent = (urgency: Urgency, than: Urgency): boolean => ORDER[urgency] < ORDER[than];
/** Who has waited so long counts as one degree more urgent, and so on, but never as an emergency: nobody waits for ever. */
const AGES_MS = 30_000;
const PROMISED_MS = 10_000;

export type SemaphoreOptions = {
  /** The name of the pool in the metrics and in the alarm of those who wait too long; see POOL-6. */
  pool?: string;
  /** How long a key waits for its turn at most, as promised: longer raises the alarm; 10 s unless given. */
  promisedMs?: number;
  /** Permits of all keys at once; no limit unless given. */
  atOnce?: number;
  /** Permits of one key at once, and of one part of a key. */
  perKey: number;
  perPart?: number;
  /** Of the permits of a key, those that are kept for its branches which hold none; 0 unless given. */
  perKeyFree?: number;
  /** Calls of one key that may wait in addition; 0, unless given: none does. */
  waitingPerKey?: number;
  /** How long a call waits at most; for ever unless given. */
  waitMs?: number;
  /** Permits that are kept for emergencies, and for keys which hold less than `sure`: others do not get them. */
  free?: number;
  sure?: number;
  /** What is thrown where a call gets no permit; TooManyWaiting unless given. */
  refusal?: (because: Because) => Error;
};

/**
 * `branch`: of the key, as a branch of an organisation; calls without one are a branch of their own. `part`: of the key, such as a person or device.
 * `signal`: whoever waits waits no more when it is aborted. The urgency may rise while the call waits.
 */
export type Turn = {
  branch?: number | undefined;
  part?: string | number | undefined;
  urgency?: Urgency;
  signal?: AbortSignal | undefined;
};

/** Gives a permit back; further calls do nothing. */
export type Release = () => void;

/** Limits concurrent work per key, such as an organisation or an address, so that no key can use the whole capacity. */
export type Semaphore<Key> = {
  /** Null where no permit is free now. */
  tryAcquire(key: Key, turn?: Turn): Release | null;
  /**
   * Waits for a permit. Next is the most urgent call; of these one of the key with the fewest permits, and of such keys that whose last turn was
   * longest ago. The branches of a key, and its parts, have their turns in the same way.
   * @throws `refusal`, and the reason of the signal
   */
  acquire(key: Key, turn?: Turn): Promise<Release>;
  /** Throws as `acquire`. */
  run<T>(key: Key, work: () => Promise<T>, turn?: Turn): Promise<T>;
};

type Call<Key> = {
  key: Key;
  turn: Turn;
  order: number;
  since: number;
  start: (release: Release) => void;
};
/** What a key has, or a branch or part of it. `turn`: rises; the lower, the longer ago its last turn was. */
type Share = { held: number; turn: number };
const LEVELS = ['branch', 'part'] as const;
type Level = (typeof LEVELS)[number];
const NOTHING: Share = { held: 0, turn: 0 };
type KeyShare<Key> = Share & {
  within: Record<Level, Map<Turn[Level], Share>>;
  waiting: Call<Key>[];
  /** Since when it is kept from its turn by others only: its last turn, or when it gave a permit back. */
  since: number;
};

/** A key without permits that waits for none costs no memory. */
export function createSemaphore<Key>(options: SemaphoreOptions): Semaphore<Key> {
  const { atOnce = Infinity, perKey, perKeyFree = 0, perPart = Infinity, waitingPerKey = 0, waitMs } = options;
  const { free = 0, sure = 1, promisedMs = PROMISED_MS, refusal = (because) => new TooManyWaiting(because) } = options;
  const observer = options.pool === undefined ? null : observePool(options.pool, promisedMs);
  const shares = new Map<Key, KeyShare<Key>>();
  const queue = { longestMs, promisedMs };
  let [total, waitingCount, clock] = [0, 0, 0];

  const within = (share: KeyShare<Key>, level: Level, turn: Turn): Share =>
    share.within[level].get(turn[level]) ?? NOTHING;
  const hasOwnRoom = (share: KeyShare<Key>, turn: Turn): boolean => {
    const mayTakeAll = turn.urgency === 'emergency' || within(share, 'branch', turn).held === 0;
    return share.held < (mayTakeAll ? perKey : perKey - perKeyFree) && within(share, 'part', turn).held < perPart;
  };
  const mayStart = (share: KeyShare<Key>, turn: Turn): boolean =>
    hasOwnRoom(share, turn) && total < (share.held < sure || turn.urgency === 'emergency' ? atOnce : atOnce - free);

  function shareOf(key: Key): KeyShare<Key> {
    let share = shares.get(key);
    if (!share) {
      // As if it had its turn just now: whoever leaves and comes again is not before those who wait.
      const turn = (clock += 1);
      share = { held: 0, turn, within: { branch: new Map(), part: new Map() }, waiting: [], since: performance.now() };
      shares.set(key, share);
    }
    return share;
  }

  function sharesWithin(share: KeyShare<Key>, turn: Turn): Share[] {
    return LEVELS.map((level) => {
      const own = share.within[level].get(turn[level]) ?? { held: 0, turn: (clock += 1) };
      share.within[level].set(turn[level], own);
      return own;
    });
  }

  function forget(key: Key, share: KeyShare<Key>, turn: Turn): void {
    if (share.held === 0 && share.waiting.length === 0) shares.delete(key);
    else
      for (const level of LEVELS)
        if (within(share, level, turn).held === 0 && !share.waiting.some((call) => call.turn[level] === turn[level]))
          share.within[level].delete(turn[level]);
  }

  function enter(key: Key, share: KeyShare<Key>, turn: Turn): Release {
    const taken = [share, ...sharesWithin(share, turn)];
    total += 1;
    clock += 1;
    for (const own of taken) {
      own.held += 1;
      own.turn = clock;
    }
    share.since = performance.now();
    observer?.taken();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      if (!share.waiting.some((call) => hasOwnRoom(share, call.turn))) share.since = performance.now();
      total -= 1;
      for (const own of taken) own.held -= 1;
      observer?.given();
      for (let next = findNext(); next; next = findNext()) begin(next);
      forget(key, share, turn);
    };
  }

  function begin(call: Call<Key>): void {
    const share = shareOf(call.key);
    drop(share, call);
    call.start(enter(call.key, share, call.turn));
  }

  function drop(share: KeyShare<Key>, call: Call<Key>): void {
    share.waiting.splice(share.waiting.indexOf(call), 1);
    waitingCount -= 1;
    const now = performance.now();
    const turnMs = hasOwnRoom(share, call.turn) ? now - Math.max(call.since, share.since) : 0;
    observer?.waited(now - call.since, turnMs);
    if (waitingCount === 0) observer?.waitsNoMore(queue);
  }

  function findNext(): Call<Key> | undefined {
    if (waitingCount === 0) return undefined;
    const now = performance.now();
    const rankOf = ({ turn: { urgency = 'other' }, since }: Call<Key>): number =>
      ORDER[urgency] === 0 ? 0 : Math.max(1, ORDER[urgency] - Math.floor((now - since) / AGES_MS));
    let next: { call: Call<Key>; place: number[] } | undefined;
    for (const share of shares.values()) {
      for (const call of share.waiting) {
        if (!mayStart(share, call.turn)) continue;
        const place = [rankOf(call), share.held, share.turn];
        for (const level of LEVELS) {
          const { held, turn } = within(share, level, call.turn);
          place.push(held, turn);
        }
        place.push(call.order);
        if (!next || isBefore(place, next.place)) next = { call, place };
      }
    }
    return next?.call;
  }

  function longestMs(): number {
    const now = performance.now();
    let longest = 0;
    for (const share of shares.values())
      for (const { turn, since } of share.waiting)
        if (hasOwnRoom(share, turn)) longest = Math.max(longest, now - Math.max(since, share.since));
    return longest;
  }

  function wait(key: Key, share: KeyShare<Key>, turn: Turn): Promise<Release> {
    const { signal } = turn;
    // `perKey` is part of the maximum, so that a key without permits may wait while others use the whole capacity.
    const own = share.held + share.waiting.length;
    // One branch, or part, does not use up the places of the key for waiting.
    const hasRoomIn = (level: Level, max: number): boolean =>
      turn[level] === undefined ||
      within(share, level, turn).held + share.waiting.filter((call) => call.turn[level] === turn[level]).length <
        max + Math.ceil(waitingPerKey / 2);
    if (own >= perKey + waitingPerKey || !hasRoomIn('part', perPart) || !hasRoomIn('branch', perKey - perKeyFree)) {
      observer?.refused('own');
      forget(key, share, turn);
      throw refusal('own');
    }
    sharesWithin(share, turn);
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const call: Call<Key> = { key, turn, order: (clock += 1), since: performance.now(), start };
    const giveUp = (reason: Error): void => {
      clean();
      drop(share, call);
      forget(key, share, turn);
      reject(reason);
    };
    const onAbort = (): void => giveUp(asError(signal?.reason));
    const onLate = (): void => {
      const because = hasOwnRoom(share, turn) ? 'full' : 'own';
      observer?.refused(because);
      giveUp(refusal(because));
    };
    const timer = waitMs === undefined ? undefined : setTimeout(onLate, waitMs).unref();
    function clean(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
    function start(release: Release): void {
      clean();
      resolve(release);
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    share.waiting.push(call);
    waitingCount += 1;
    observer?.waits(queue);
    return promise;
  }

  function take(key: Key, turn: Turn): Release | Promise<Release> {
    turn.signal?.throwIfAborted();
    const share = shareOf(key);
    return mayStart(share, turn) ? enter(key, share, turn) : wait(key, share, turn);
  }

  return {
    tryAcquire(key, turn = {}) {
      const share = shareOf(key);
      if (mayStart(share, turn)) return enter(key, share, turn);
      forget(key, share, turn);
      return null;
    },
    acquire: async (key, turn = {}) => take(key, turn),
    async run(key, work, turn = {}) {
      const permit = take(key, turn);
      const release = permit instanceof Promise ? await permit : permit;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** Whether the first of two lists of numbers is before the other, number by number. */
function isBefore(place: readonly number[], other: readonly number[]): boolean {
  const at = place.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (place[at] ?? 0) < (other[at] ?? 0);
}
