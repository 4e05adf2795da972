import { type AuditLine, type AuditRoot, type ChainEnd, type HiddenLine, hashedText } from './audit-chain.ts';

/** SHA-256 of a text as UTF-8, in hexadecimal. */
export type Sha256 = (text: string) => string;

/**
 * The first row with which a chain is broken. changed: the row is not what was hashed; missing: it is not there; moved: it stands elsewhere.
 * `id` is null where rows are missing in a sequence of which only the last one is known; `before_id` is the row in front of which it broke, null at
 * the end.
 */
export type BrokenRow = {
  why: 'changed' | 'missing' | 'moved';
  seq: number;
  id: number | null;
  before_id: number | null;
};

type Line = AuditLine | HiddenLine;
type Link = Pick<AuditLine, 'seq' | 'id' | 'prev_id' | 'prev_hash' | 'hash'>;
/** A line at which the chain does not go on; null where nothing could be read. */
type Suspect = { line: Link | null; isIntact: boolean };

/**
 * Verifies the rows of a chain in their order. Call `add` for each row (null for one that cannot be read), then `finish`. Rows after the first
 * broken one are only searched for its name.
 */
export class ChainVerifier {
  readonly #sha256: Sha256;
  readonly #roots: ReadonlyMap<number, Pick<AuditRoot, 'hash'>>;
  #last: ChainEnd;
  #lastAt: string | null = null;
  #verified = 0;
  #suspect: Suspect | null = null;
  /** The row that belongs where the chain broke, found further on. */
  #movedRow: Link | null = null;
  /** The intact row that follows the one that belongs where the chain broke. */
  #successor: Link | null = null;

  constructor(sha256: Sha256, start: ChainEnd, roots: readonly Pick<AuditRoot, 'seq' | 'hash'>[] = []) {
    this.#sha256 = sha256;
    this.#last = start;
    this.#roots = new Map(roots.map((root) => [root.seq, root]));
  }

  /** The last row up to which everything is unbroken; what the chain starts from before the first one. */
  get last(): ChainEnd {
    return this.#last;
  }

  /** When the last unbroken row was written; null before the first one, and where it is hidden. */
  get lastAt(): string | null {
    return this.#lastAt;
  }

  get verified(): number {
    return this.#verified;
  }

  get isBroken(): boolean {
    return this.#suspect !== null;
  }

  add(line: Line | null): void {
    const isIntact = line !== null && this.#isIntact(line);
    if (this.#suspect) {
      if (line && isIntact) this.#search(line);
      return;
    }
    if (line && isIntact && this.#continues(line)) {
      this.#last = { seq: line.seq, id: line.id, hash: line.hash };
      this.#lastAt = 'at' in line ? line.at : null;
      this.#verified += 1;
      return;
    }
    this.#suspect = { line, isIntact };
    // The row may be the one after a missing one.
    if (line && isIntact) this.#search(line);
  }

  /** @param end the last row that the chain must have; without it nothing tells whether rows are missing at the end */
  finish(end?: ChainEnd): BrokenRow | null {
    if (this.#suspect) return this.#nameOf(this.#suspect, end);
    if (!end) return null;
    const { seq, id, hash } = this.#last;
    if (seq < end.seq)
      return { why: 'missing', seq: seq + 1, id: end.seq === seq + 1 ? end.id : null, before_id: null };
    return seq === end.seq && hash === end.hash ? null : { why: 'changed', seq, id, before_id: null };
  }

  #isIntact(line: Line): boolean {
    return 'hidden' in line || this.#sha256(hashedText(line)) === line.hash;
  }

  #continues(line: Line): boolean {
    const { seq, id, hash } = this.#last;
    const root = this.#roots.get(line.seq);
    const isSigned = root === undefined || root.hash === line.hash;
    return line.seq === seq + 1 && line.prev_id === id && line.prev_hash === hash && isSigned;
  }

  #search(line: Line): void {
    const expected = this.#last.seq + 1;
    if (line.seq === expected && line.prev_hash === this.#last.hash && line !== this.#suspect?.line)
      this.#movedRow ??= line;
    if (line.seq === expected + 1) this.#successor ??= line;
  }

  /** The name of the row that belongs where the chain broke: the row after it has it, even where its own was changed. */
  #nameOf({ line, isIntact }: Suspect, end: ChainEnd | undefined): BrokenRow {
    const seq = this.#last.seq + 1;
    const before_id = line?.id ?? null;
    if (this.#movedRow) return { why: 'moved', seq, id: this.#movedRow.id, before_id };
    if (line === null || !isIntact) {
      const named = end?.seq === seq ? end.id : (line?.id ?? null);
      return { why: 'changed', seq, id: this.#successor?.prev_id ?? named, before_id: null };
    }
    if (line.seq > seq) return { why: 'missing', seq, id: line.seq === seq + 1 ? line.prev_id : null, before_id };
    if (line.seq < seq) return { why: 'moved', seq, id: line.id, before_id: null };
    const isRewritten = line.prev_hash !== this.#last.hash && this.#verified > 0;
    // The row before it was changed and hashed again: this one still has the hash that was there.
    if (isRewritten) return { why: 'changed', seq: this.#last.seq, id: this.#last.id, before_id };
    return { why: 'changed', seq, id: line.id, before_id: null };
  }
}
