export type PendingLimits = { total: number; perAddress: number };

type Entry = { group: string | null; silent: boolean };
type Group<C> = { silent: Set<C>; count: number };

/**
 * Connections whose client is not known yet, limited in all and for each address. One that is silent, which has not sent its
 * CONNECT, gives way to a new one, the oldest first: a real client sends it at once, so connections that are only held
 * open lock nobody out, not even the devices behind the same NAT. Those that have sent it wait for us and are not dropped.
 */
export class PendingConnections<C> {
  readonly #limits: PendingLimits;
  readonly #drop: (connection: C) => void;
  readonly #entries = new Map<C, Entry>();
  readonly #silent = new Set<C>();
  readonly #groups = new Map<string, Group<C>>();

  /** @param drop ends a connection that gave way; it is no longer counted by then */
  constructor(limits: PendingLimits, drop: (connection: C) => void) {
    this.#limits = limits;
    this.#drop = drop;
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * Makes room for one more connection; false when all that could give way wait for us.
   * @param group addresses that count as one, or null for a proxy that speaks for many
   */
  makeRoom(group: string | null): boolean {
    const mine = group === null ? undefined : this.#groups.get(group);
    if (mine && mine.count >= this.#limits.perAddress && !this.#dropOldest(mine.silent)) return false;
    return this.size < this.#limits.total || this.#dropOldest(this.#silent);
  }

  add(connection: C, group: string | null): void {
    this.#entries.set(connection, { group, silent: true });
    this.#silent.add(connection);
    if (group === null) return;
    const mine = this.#groups.get(group) ?? { silent: new Set(), count: 0 };
    mine.silent.add(connection);
    mine.count++;
    this.#groups.set(group, mine);
  }

  /** Its CONNECT has arrived. */
  connectReceived(connection: C): void {
    const entry = this.#entries.get(connection);
    if (!entry) return;
    entry.silent = false;
    this.#silent.delete(connection);
    if (entry.group !== null) this.#groups.get(entry.group)?.silent.delete(connection);
  }

  /** The client is known now, or gone. */
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
