import { credentialOf, type ClientKind, type Principal } from '../principal.ts';
import type { Connection } from '../transport/connection.ts';

type Limits = {
  connections: number;
  pending: Record<Connection['carrier']['protocol'], number>;
  perCredential: Record<ClientKind, number>;
};

/** Who is connected: all, those not known yet, and those of each credential (found without a scan when it is revoked). */
export class Population {
  readonly #limits: Limits;
  readonly #all = new Set<Connection>();
  readonly #pending = { mqtt: 0, ws: 0 };
  readonly #byCredential = new Map<string, Map<Connection, string>>();
  readonly #byKind: Record<ClientKind, number> = { device: 0, console: 0, service: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get connections(): ReadonlySet<Connection> {
    return this.#all;
  }

  get pending(): number {
    return this.#pending.mqtt + this.#pending.ws;
  }

  count(kind: ClientKind): number {
    return this.#byKind[kind];
  }

  hasRoomFor(protocol: Connection['carrier']['protocol']): boolean {
    return this.#all.size < this.#limits.connections && this.#pending[protocol] < this.#limits.pending[protocol];
  }

  enter(connection: Connection): void {
    this.#all.add(connection);
    this.#pending[connection.carrier.protocol]++;
    connection.once('close', () => this.#leave(connection));
  }

  /**
   * Says who the connection is, unless its credential has its share of connections already. One with the same client id
   * is about to be taken over and does not count.
   */
  identify(connection: Connection, principal: Principal, clientId: string): boolean {
    if (connection.destroyed || connection.principal) return false;
    const key = credentialOf(principal.kind, principal.id);
    const mine = this.#byCredential.get(key) ?? new Map<Connection, string>();
    if (mine.size >= this.#limits.perCredential[principal.kind] && ![...mine.values()].includes(clientId)) return false;
    this.#byCredential.set(key, mine.set(connection, clientId));
    this.#byKind[principal.kind]++;
    this.#pending[connection.carrier.protocol]--;
    connection.principal = principal;
    return true;
  }

  of(kind: ClientKind, id: string): Connection[] {
    return [...(this.#byCredential.get(credentialOf(kind, id))?.keys() ?? [])];
  }

  #leave(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const { principal } = connection;
    if (!principal) {
      this.#pending[connection.carrier.protocol]--;
      return;
    }
    this.#byKind[principal.kind]--;
    const key = credentialOf(principal.kind, principal.id);
    const mine = this.#byCredential.get(key);
    if (mine?.delete(connection) && mine.size === 0) this.#byCredential.delete(key);
  }
}
