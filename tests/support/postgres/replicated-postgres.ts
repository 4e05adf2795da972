import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probePort } from '@belfry/infra/local/ports';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@belfry/infra/local/postgres/embedded-postgres';
import { DURABLE } from '@belfry/infra/local/postgres/settings';

/** A primary and a standby that streams from it, both embedded. */
export type ReplicatedPostgres = {
  primaryUrl: string;
  /** The same database on the standby. */
  replicaUrl: string;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
};

/** The standby begins as a copy of the primary's files while that is stopped; the embedded server comes without pg_basebackup. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-replicated-'));
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')];
  const [port, replicaPort] = [await probePort(0, '127.0.0.1'), await probePort(0, '127.0.0.1')];
  // Durable, because the position of commits that are not flushed is unknown.
  const first = await startEmbeddedPostgres({ dataDir: primaryDir, port, settings: DURABLE });
  await first.stop();
  cpSync(primaryDir, replicaDir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  chmodSync(join(replicaDir, 'postgres'), 0o700);
  writeFileSync(join(replicaDir, 'postgres/standby.signal'), '');
  const password = readFileSync(join(primaryDir, 'postgres-secret'), 'utf8').trim();
  const settings = {
    ...DURABLE,
    primary_conninfo: `host=127.0.0.1 port=${port} user=${new URL(first.url).username} password=${password}`,
  };
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, port, settings: DURABLE });
  const startReplica = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: replicaDir, port: replicaPort, settings });
  let replica = await startReplica();
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    stopReplica: () => replica.stop(),
    async startReplica() {
      replica = await startReplica();
    },
    async stop() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
