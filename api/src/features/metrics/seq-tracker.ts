import { JOURNAL_MAX_AGE_MS, JOURNAL_MAX_RECORDS } from '@belfry/schemas/domain/limits';
import { CLOCK_TOLERANCE_MS } from '../device-state/index.ts';

/** A device that is re-sent over and over from beyond a gap has nothing to fill it with. */
const ROUNDS_THAT_PROVE_A_GAP = 3;
const ROUND_MS = 20_000;
/** Past so many islands the highest is forgotten: its records are simply sent again. */
const MOST_ISLANDS = 64;

export type Sighting = {
  seq: number;
  /** By the device's clock, milliseconds. */
  collectedAt: number;
  receivedAt: number;
  /** Sent again by the broker, which proves nothing about the device's journal. */
  redelivered: boolean;
};

/** Numbers from … to beyond the first gap, all of them seen. */
type Island = { from: number; to: number; collectedAt: number };

/**
 * Follows the sequence numbers of one device and knows up to where nothing is missing: the cumulative acknowledgement.
 *
 * A device sends what is not acknowledged again, oldest first. So a gap is waited for, and given up only when the
 * device cannot fill it any more: what follows the gap is older than the journal's day, the gap lies further back than
 * the journal is long, or the device sent again from beyond the gap three times. A number below the watermark that was
 * collected later than the newest record means that the device counts from the start again (a factory reset).
 */
export class SeqTracker {
  /** Everything up to it was seen; null before the first record. */
  acked: number | null;
  /** Something that was covered already came again: the device missed its acknowledgement. */
  resent = false;
  #newest: { seq: number; collectedAt: number } | null;
  #islands: Island[] = [];
  #rounds = 0;
  #roundAt = 0;

  constructor(acked: number | null = null, newest: { seq: number; collectedAt: number } | null = null) {
    this.acked = acked;
    this.#newest = newest;
  }

  note(seen: Sighting): void {
    // A time after its arrival is the word of a clock that runs ahead, and orders nothing.
    const sighting = { ...seen, collectedAt: Math.min(seen.collectedAt, seen.receivedAt) };
    const { seq, collectedAt } = sighting;
    // The first number ever heard: what came before it was before our time.
    if (this.acked === null || this.#startsAnew(sighting)) this.#startAt(sighting);
    else if (seq <= this.acked) {
      this.resent = true;
      return;
    }
    if (this.#newest === null || seq > this.#newest.seq) this.#newest = { seq, collectedAt };
    if (seq === (this.acked ?? seq) + 1) this.#advance(seq);
    else this.#strand(sighting);
    this.#giveUpOldGaps();
  }

  #startsAnew({ seq, collectedAt }: Sighting): boolean {
    if (this.acked === null || this.#newest === null || seq > this.acked) return false;
    return collectedAt > this.#newest.collectedAt + CLOCK_TOLERANCE_MS;
  }

  #startAt({ seq, collectedAt }: Sighting): void {
    this.acked = seq - 1;
    this.#newest = { seq, collectedAt };
    this.#islands = [];
    this.#rounds = 0;
  }

  /** Moves the watermark, over the islands that it reaches. */
  #advance(to: number): void {
    this.acked = Math.max(this.acked ?? to, to);
    this.#rounds = 0;
    for (let next = this.#islands[0]; next && next.from <= this.acked + 1; next = this.#islands[0]) {
      this.acked = Math.max(this.acked, next.to);
      this.#islands.shift();
    }
  }

  #strand(sighting: Sighting): void {
    const { seq, collectedAt } = sighting;
    const after = this.#islands.findIndex(({ to }) => to >= seq - 1);
    const near = this.#islands[after];
    if (!near || near.from > seq + 1)
      this.#islands.splice(after < 0 ? this.#islands.length : after, 0, { from: seq, to: seq, collectedAt });
    else if (seq >= near.from && seq <= near.to) this.#countRound(sighting);
    else if (seq === near.from - 1) Object.assign(near, { from: seq, collectedAt });
    else this.#extend(after, near, seq);
    if (this.#islands.length > MOST_ISLANDS) this.#islands.pop();
  }

  #extend(index: number, island: Island, seq: number): void {
    island.to = seq;
    const next = this.#islands[index + 1];
    if (next?.from !== seq + 1) return;
    island.to = next.to;
    this.#islands.splice(index + 1, 1);
  }

  #countRound({ seq, receivedAt, redelivered }: Sighting): void {
    const [first] = this.#islands;
    if (redelivered || seq !== first?.from || receivedAt - this.#roundAt < ROUND_MS) return;
    this.#roundAt = receivedAt;
    if (++this.#rounds >= ROUNDS_THAT_PROVE_A_GAP) this.#advance(first.to);
  }

  #giveUpOldGaps(): void {
    const newest = this.#newest;
    if (newest === null || this.acked === null) return;
    const oldest = newest.seq - JOURNAL_MAX_RECORDS;
    if (this.acked < oldest) this.#advance(oldest);
    for (let next = this.#islands[0]; next; next = this.#islands[0]) {
      if (newest.collectedAt - next.collectedAt < JOURNAL_MAX_AGE_MS) return;
      this.#advance(next.to);
    }
  }
}
