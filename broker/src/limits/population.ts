import { addressKey } from '@belfry/schemas/domain/address';
import { credentialOf, type ClientKind, type Principal } from '../principal.ts';
import { Dropped, type Connection } from '../transport/connection.ts';
import { PendingConnections, type PendingLimits } from './pending.ts';

type Protocol = Connection['carrier']['protocol'];
type Limits = {
  connections: number;
  pending: Record<Protocol, PendingLimits>;
  perCredential: Record<ClientKind, number>;
};

/** Who is connected: all, those not known yet, and those of each credential (found without a scan when it is revoked). */
export class Population {
  readonly #limits: Limits;
  readonly #all = new Set<Connection>();
  readonly #pending: Record<Protocol, PendingConnections<Connection>>;
  readonly #byCredential = new Map<string, Map<Connection, string>>();
  readonly #byKind: Record<ClientKind, number> = { device: 0, console: 0, service: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
    const pendingOf = (protocol: Protocol) =>
      new PendingConnections<Connection>(limits.pending[protocol], (connection) =>
        connection.destroy(new Dropped('idle')),
      );
    this.#pending = { mqtt: pendingOf('mqtt'), mqtts: pendingOf('mqtts'), ws: pendingOf('ws') };
  }

  get connections(): ReadonlySet<Connection> {
    return this.#all;
  }

  get pending(): number {
    return Object.values(this.#pending).reduce((sum, { size }) => sum + size, 0);
  }

  count(kind: ClientKind): number {
    return this.#byKind[kind];
  }

  /** Whether one more may come from this address, if need be in the place of one that has not said anything yet. */
  makeRoom(protocol: Protocol, peer: string): boolean {
    return this.#all.size < this.#limits.connections && this.#pending[protocol].makeRoom(addressKey(peer));
  }

  enter(connection: Connection): void {
    this.#all.add(connection);
    const { protocol, peer } = connection.carrier;
    this.#pending[protocol].add(connection, addressKey(peer));
    connection.once('close', () => this.#leave(connection));
  }

  /** Its CONNECT has arrived: from now on it waits for us. */
  connectReceived(connection: Connection): void {
    this.#pending[connection.carrier.protocol].connectReceived(connection);
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
    this.#pending[connection.carrier.protocol].remove(connection);
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
      this.#pending[connection.carrier.protocol].remove(connection);
      return;
    }
    this.#byKind[principal.kind]--;
    const key = credentialOf(principal.kind, principal.id);
    const mine = this.#byCredential.get(key);
    if (mine?.delete(connection) && mine.size === 0) this.#byCredential.delete(key);
  }
}
