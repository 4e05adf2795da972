export type PendingLimits = { total: number; perAddress: number };

type Entry = { group: string | null; idle: boolean };
type Group<C> = { idle: Set<C>; count: number };

/**
 * Connections that are not authenticated yet, limited in total and per address. At the limit, the oldest connection that
 * has not sent its CONNECT is dropped for a new one: a real client sends it at once, so idle connections cannot lock out
 * others, not even devices behind the same NAT. A connection that has sent its CONNECT waits for the api and is kept.
 */
export class PendingConnections<C> {
  readonly #limits: PendingLimits;
  readonly #drop: (connection: C) => void;
  readonly #entries = new Map<C, Entry>();
  readonly #idle = new Set<C>();
  readonly #groups = new Map<string, Group<C>>();

  /** @param drop closes a connection that is replaced by a new one; it is no longer counted at that time */
  constructor(limits: PendingLimits, drop: (connection: C) => void) {
    this.#limits = limits;
    this.#drop = drop;
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * Makes room for one more connection; false when none can be dropped.
   * @param group addresses that count as one, or null for a proxy, which represents many clients
   */
  makeRoom(group: string | null): boolean {
    const mine = group === null ? undefined : this.#groups.get(group);
    if (mine && mine.count >= this.#limits.perAddress && !this.#dropOldest(mine.idle)) return false;
    return this.size < this.#limits.total || this.#dropOldest(this.#idle);
  }

  add(connection: C, group: string | null): void {
    this.#entries.set(connection, { group, idle: true });
    this.#idle.add(connection);
    if (group === null) return;
    const mine = this.#groups.get(group) ?? { idle: new Set(), count: 0 };
    mine.idle.add(connection);
    mine.count++;
    this.#groups.set(group, mine);
  }

  /** Marks that the CONNECT of this connection was received. */
  connectReceived(connection: C): void {
    const entry = this.#entries.get(connection);
    if (!entry) return;
    entry.idle = false;
    this.#idle.delete(connection);
    if (entry.group !== null) this.#groups.get(entry.group)?.idle.delete(connection);
  }

  /** The client is authenticated or has disconnected. */
  remove(connection: C): void {
    const entry = this.#entries.get(connection);
    if (!entry) return;
    this.connectReceived(connection);
    this.#entries.delete(connection);
    const mine = entry.group === null ? undefined : this.#groups.get(entry.group);
    if (mine && --mine.count === 0 && entry.group !== null) this.#groups.delete(entry.group);
  }

  #dropOldest(candidates: ReadonlySet<C>): boolean {
    for (const oldest of candidates) {
      this.remove(oldest);
      this.#drop(oldest);
      return true;
    }
    return false;
  }
}
