export type PendingLimits = { total: number; perAddress: number };

type Group<C> = { name: string; idle: Set<C>; count: number };

/**
 * Connections that are not authenticated yet, limited in total and per address. At the limit, the oldest connection that
 * has not sent its CONNECT is dropped for a new one: a real client sends it immediately, so idle connections cannot lock out
 * others, not even devices behind the same NAT. A connection that has sent its CONNECT waits for the api and is kept.
 */
export class PendingConnections<C> {
  readonly #limits: PendingLimits;
  readonly #drop: (connection: C) => void;
  /** All connections with their group; null for those of a proxy. */
  readonly #groupOf = new Map<C, Group<C> | null>();
  readonly #idle = new Set<C>();
  readonly #groups = new Map<string, Group<C>>();

  /** @param drop closes a connection that is replaced by a new one; it is no longer counted at that time */
  constructor(limits: PendingLimits, drop: (connection: C) => void) {
    this.#limits = limits;
    this.#drop = drop;
  }

  get size(): number {
    return this.#groupOf.size;
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
    this.#idle.add(connection);
    this.#groupOf.set(connection, group === null ? null : this.#join(group, connection));
  }

  connectReceived(connection: C): void {
    this.#idle.delete(connection);
    this.#groupOf.get(connection)?.idle.delete(connection);
  }

  remove(connection: C): void {
    this.connectReceived(connection);
    const group = this.#groupOf.get(connection);
    this.#groupOf.delete(connection);
    if (group && --group.count === 0) this.#groups.delete(group.name);
  }

  #join(name: string, connection: C): Group<C> {
    const group = this.#groups.get(name) ?? { name, idle: new Set(), count: 0 };
    group.idle.add(connection);
    group.count++;
    this.#groups.set(name, group);
    return group;
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
