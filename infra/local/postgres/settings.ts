import type { Cluster } from './cluster.ts';

export type PostgresSettings = Readonly<Record<string, string>>;

const BASE: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // A path to a socket may be too long for the system (107 bytes), and TCP on loopback is as quick here.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  // Short queries lose more to compilation than they win.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** What a house that loses nothing needs, with checkpoints spread so that ingest does not stutter. */
export const DURABLE: PostgresSettings = {
  ...BASE,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
};

/** For tests that throw their databases away: nothing waits for the disk. */
export const THROWAWAY: PostgresSettings = {
  ...BASE,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
};

/** The command line of a server on this cluster. */
export function serverArguments(cluster: Cluster, port: number, settings: PostgresSettings): string[] {
  const all = { ...settings, port: String(port) };
  return [...cluster.server, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
