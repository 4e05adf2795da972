/** Bytes by hash, the least recently used first. */
export type CachedAudio = Map<string, number>;

/** Decides what a cache evicts when its quota is exceeded; see PLAY-7. */
export class CacheIndex {
  readonly #cached: CachedAudio;
  readonly #quotaBytes: number;
  #ranks = new Map<string, number>();
  #kept = 0;
  #bytes = 0;

  constructor(cached: CachedAudio, quotaBytes: number) {
    this.#cached = cached;
    this.#quotaBytes = quotaBytes;
    for (const bytes of cached.values()) this.#bytes += bytes;
  }

  /** Whether it is cached; if so, it is the most recently used. */
  touch(sha256: string): boolean {
    const bytes = this.#cached.get(sha256);
    if (bytes === undefined) return false;
    this.#cached.delete(sha256);
    this.#cached.set(sha256, bytes);
    return true;
  }

  setNeeded(sha256s: readonly string[], kept: number): void {
    this.#ranks = new Map(sha256s.map((sha256, rank) => [sha256, rank]));
    this.#kept = kept;
  }

  /**
   * Adds a file. What the programme does not need, as of an announcement of this moment, may replace everything but what is
   * kept; the rest only what is needed less.
   * @returns the evicted files; null if there is no room
   */
  add(sha256: string, bytes: number): string[] | null {
    const evicted = this.#victims(this.#bytes + bytes - this.#quotaBytes, this.#ranks.get(sha256) ?? this.#kept - 1);
    if (!evicted) return null;
    for (const victim of evicted) this.remove(victim);
    this.#cached.set(sha256, bytes);
    this.#bytes += bytes;
    return evicted;
  }

  clear(): { bytes: number; files: number } {
    const cleared = { bytes: this.#bytes, files: this.#cached.size };
    this.#cached.clear();
    this.#bytes = 0;
    return cleared;
  }

  remove(sha256: string): void {
    this.#bytes -= this.#cached.get(sha256) ?? 0;
    this.#cached.delete(sha256);
  }

  #victims(excess: number, rank: number): string[] | null {
    if (excess <= 0) return [];
    const victims: string[] = [];
    let freed = 0;
    for (const [sha256, bytes] of this.#byNeed()) {
      if (this.#rankOf(sha256) <= Math.max(rank, this.#kept - 1)) return null;
      victims.push(sha256);
      freed += bytes;
      if (freed >= excess) return victims;
    }
    return null;
  }

  /** The least needed first; among those that nothing needs, the least recently used. */
  #byNeed(): [string, number][] {
    const rank = ([sha256]: [string, number]): number => Math.min(this.#rankOf(sha256), Number.MAX_SAFE_INTEGER);
    return [...this.#cached].sort((a, b) => rank(b) - rank(a));
  }

  #rankOf(sha256: string): number {
    return this.#ranks.get(sha256) ?? Infinity;
  }
}
