import type { Client } from 'aedes';
import type { BrokerDeps } from '../deps.ts';
import { Connection } from '../transport/connection.ts';

export type HookDeps = Pick<
  BrokerDeps,
  | 'config'
  | 'authenticator'
  | 'connectionRegistry'
  | 'profiles'
  | 'received'
  | 'invitations'
  | 'router'
  | 'sessions'
  | 'twins'
  | 'refusals'
  | 'isStopping'
>;

export function connectionOf(client: Client): Connection {
  if (client.conn instanceof Connection) return client.conn;
  throw new TypeError('a client without a connection of the broker');
}

/** A client was refused something; the refusal is counted where it happens, not again when the connection ends. */
export class RefusedError extends Error {}
