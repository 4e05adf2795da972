import type { Client } from 'aedes';
import type { Parts } from '../parts.ts';
import { Connection } from '../transport/connection.ts';

export type HookDeps = Pick<
  Parts,
  'config' | 'authenticator' | 'population' | 'profiles' | 'received' | 'router' | 'sessions' | 'tally' | 'isStopping'
>;

/** The connection we handed to the engine for this client. */
export function connectionOf(client: Client): Connection {
  if (client.conn instanceof Connection) return client.conn;
  throw new TypeError('a client that came in by no carrier of ours');
}
