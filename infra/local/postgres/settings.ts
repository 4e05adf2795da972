import type { Cluster } from './cluster.ts';

export type PostgresSettings = Readonly<Record<string, string>>;

const BASE: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // The path of a Unix socket may exceed the system's limit (107 bytes), and TCP on loopback is as fast here.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  // Compiling short queries takes longer than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Durable settings, with checkpoints spread over time so that they do not delay the ingest. */
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

/** For tests, which delete their databases: commits do not wait for the disk. */
export const NOT_DURABLE: PostgresSettings = {
  ...BASE,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Many apis at the same time, each with five pools.
  max_connections: '400',
  shared_buffers: '128MB',
};

export function serverArguments(cluster: Cluster, port: number, settings: PostgresSettings): string[] {
  const all = { ...settings, port: String(port) };
  return [...cluster.server, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
