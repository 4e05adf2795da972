import { addressKey } from '@belfry/schemas/domain/address';
import { credentialOf, type ClientKind, type Principal } from '../principal.ts';
import { type Connection, ConnectionDroppedError } from '../transport/connection.ts';
import { PendingConnections, type PendingLimits } from './pending-connections.ts';

type Protocol = Connection['transport']['protocol'];
type Limits = {
  connections: number;
  pending: Record<Protocol, PendingLimits>;
  perCredential: Record<ClientKind, number>;
};

/** All connections, the unauthenticated ones, and those of each credential, which are found without a scan on revocation. */
export class ConnectionRegistry {
  readonly #limits: Limits;
  readonly #all = new Set<Connection>();
  readonly #pending: Record<Protocol, PendingConnections<Connection>>;
  readonly #byCredential = new Map<string, Map<Connection, string>>();
  readonly #byKind: Record<ClientKind, number> = { device: 0, console: 0, service: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
    const pendingOf = (protocol: Protocol) =>
      new PendingConnections<Connection>(limits.pending[protocol], (connection) =>
        connection.destroy(new ConnectionDroppedError('idle')),
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

  /** Whether one more connection of this address is accepted; an idle unauthenticated one may be dropped for it. */
  makeRoom(protocol: Protocol, peer: string): boolean {
    return this.#all.size < this.#limits.connections && this.#pending[protocol].makeRoom(addressKey(peer));
  }

  add(connection: Connection): void {
    this.#all.add(connection);
    const { protocol, peer } = connection.transport;
    this.#pending[protocol].add(connection, addressKey(peer));
    connection.once('close', () => this.#remove(connection));
  }

  connectReceived(connection: Connection): void {
    this.#pending[connection.transport.protocol].connectReceived(connection);
  }

  /**
   * Assigns the principal, unless its credential has the maximum number of connections. A connection with the same client
   * id does not count, because the new one takes over its session.
   */
  identify(connection: Connection, principal: Principal, clientId: string): boolean {
    if (connection.destroyed || connection.principal) return false;
    const key = credentialOf(principal.kind, principal.id);
    const mine = this.#byCredential.get(key) ?? new Map<Connection, string>();
    if (mine.size >= this.#limits.perCredential[principal.kind] && ![...mine.values()].includes(clientId)) return false;
    this.#byCredential.set(key, mine.set(connection, clientId));
    this.#byKind[principal.kind]++;
    this.#pending[connection.transport.protocol].remove(connection);
    connection.principal = principal;
    return true;
  }

  findByCredential(kind: ClientKind, id: string): Connection[] {
    return [...(this.#byCredential.get(credentialOf(kind, id))?.keys() ?? [])];
  }

  #remove(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const { principal } = connection;
    if (!principal) {
      this.#pending[connection.transport.protocol].remove(connection);
      return;
    }
    this.#byKind[principal.kind]--;
    const key = credentialOf(principal.kind, principal.id);
    const mine = this.#byCredential.get(key);
    if (mine?.delete(connection) && mine.size === 0) this.#byCredential.delete(key);
  }
}
