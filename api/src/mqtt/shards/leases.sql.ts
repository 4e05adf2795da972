import type pg from 'pg';
import type { Owners } from './plan.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** An instance that has not renewed its leases for this long is taken for dead, also while its connection exists. */
const LEASE_MS = 3_000;
/** The channel on which instances hear that shards are free or that an instance has come. */
export const SHARDS_CHANNEL = 'belfry_ingest_shards';

/** The name in pg_stat_activity of the connections with which an instance writes what it ingests. */
export const ingestConnectionName = (instanceId: string): string => `belfry-ingest-pool ${instanceId}`;

/** The connection of a live instance has it, so that the death of its process shows immediately. */
const aliveLock = (instance: string): string => `hashtextextended(${instance}::text, 0)`;

/**
 * Adds the instance, and the rows of its shards where they do not exist. The first one with this number adds that of a single
 * shard too, whose session the releases before shards have used and which is to be ended (`startSessionCleanup`).
 */
export async function join(client: pg.ClientBase, instanceId: string, host: string, shards: number): Promise<void> {
  await client.query(`select pg_advisory_lock(${aliveLock('$1')})`, [instanceId]);
  await client.query(
    `with added as (insert into ingest_instances (instance_id, host, shards) values ($1, $2, $3))
    insert into ingest_shards (shards, shard)
    select $3::int, generate_series(0, $3 - 1)
    union select 1, 0 where not exists (select from ingest_shards where shards = $3)
    on conflict do nothing`,
    [instanceId, host, shards],
  );
  await client.query('select pg_notify($1, $2)', [SHARDS_CHANNEL, instanceId]);
}

export type ShardView = {
  instances: string[];
  owners: Owners;
  /** Whether there are other instances, with whatever number of shards. They may be dead or fenced. */
  others: boolean;
};

/** The instances that are alive and use this number of shards ($2), and the holders of these shards. */
const VIEW = `
  (select array_agg(instance_id::text) from ingest_instances where shards = $2 and not fenced) as instances,
  (select array_agg(instance_id::text order by shard) from ingest_shards where shards = $2) as owners,
  exists (select from ingest_instances where instance_id <> $1) as others`;

async function queryView(
  client: pg.ClientBase,
  name: string,
  text: string,
  values: unknown[],
): Promise<ShardView | null> {
  type Row = { instances: string[] | null; owners: Owners | null; others: boolean };
  const { rows } = await client.query<Row>({ name, text, values });
  const [row] = rows;
  return row ? { ...row, instances: row.instances ?? [], owners: row.owners ?? [] } : null;
}

/** @returns what the statement has seen, or null if the leases have been taken away */
export const renew = (client: pg.ClientBase, instanceId: string, shards: number): Promise<ShardView | null> =>
  queryView(
    client,
    'renew-ingest-leases',
    `update ingest_instances set renewed_at = now() where instance_id = $1 and not fenced returning ${VIEW}`,
    [instanceId, shards],
  );

export async function readShards(client: pg.ClientBase, instanceId: string, shards: number): Promise<ShardView> {
  const view = await queryView(client, 'read-ingest-shards', `select ${VIEW}`, [instanceId, shards]);
  return view ?? { instances: [], owners: [], others: false };
}

/**
 * Takes the leases of dead instances away: those whose connection is closed, and those that have not renewed for LEASE_MS, such as a
 * suspended process. What such a process has sent to Postgres, or sends later, must not be committed after another instance
 * has taken its shards. So it is fenced first, which lets it open no further connection (`mayWrite`), its connections are terminated, and only
 * then its shards are free. Whoever dies between these steps leaves the rest to the others.
 * @returns how many instances were removed
 */
export async function removeDead(client: pg.ClientBase, self: string): Promise<number> {
  const { rows } = await client.query<{ instance_id: string }>({
    name: 'fence-dead-instances',
    text: `with dead as materialized (
        select instance_id from ingest_instances
        where instance_id <> $1 and (fenced or renewed_at < now() - $2 * interval '1 ms'
          or pg_try_advisory_xact_lock(${aliveLock('instance_id')}))
      )
      update ingest_instances i set fenced = true from dead d where i.instance_id = d.instance_id
      returning i.instance_id::text`,
    values: [self, LEASE_MS],
  });
  if (rows.length === 0) return 0;
  const ids = rows.map(({ instance_id }) => instance_id);
  const { rows: ended } = await client.query<{ ended: boolean }>(
    `select coalesce(bool_and(pg_terminate_backend(pid, 2000)), true) as ended from pg_stat_activity
    where datname = current_database() and application_name = any($1)`,
    [ids.map(ingestConnectionName)],
  );
  if (!ended[0]?.ended) return 0;
  await client.query(
    `with removed as (delete from ingest_instances where fenced and instance_id = any($1::uuid[]) returning 1)
    select pg_notify($2, '') where exists (select from removed)`,
    [ids, SHARDS_CHANNEL],
  );
  return ids.length;
}

/** Whether this connection, which has the name of the instance, may write. Asked when it is opened. */
export async function mayWrite(client: pg.ClientBase, instanceId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from ingest_instances where instance_id = $1 and not fenced', [
    instanceId,
  ]);
  return rowCount === 1;
}

/** @returns those of the shards that were free and now belong to the instance. */
export async function claim(
  client: pg.ClientBase,
  instanceId: string,
  shards: number,
  shardNumbers: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ shard: number }>(
    `update ingest_shards s set instance_id = i.instance_id, epoch = epoch + 1
    from ingest_instances i
    where i.instance_id = $1 and not i.fenced and s.shards = $2 and s.shard = any($3) and s.instance_id is null
    returning s.shard`,
    [instanceId, shards, shardNumbers],
  );
  return rows.map(({ shard }) => shard).sort((one, other) => one - other);
}

export async function release(client: pg.ClientBase, instanceId: string, shards: readonly number[]): Promise<void> {
  await client.query(
    `with freed as (update ingest_shards set instance_id = null where instance_id = $1 and shard = any($2) returning 1)
    select pg_notify($3, '') where exists (select from freed)`,
    [instanceId, shards, SHARDS_CHANNEL],
  );
}

/** Removes the instance, which writes no more. Its shards are free. */
export async function leave(client: pg.ClientBase, instanceId: string): Promise<void> {
  await client.query('delete from ingest_instances where instance_id = $1', [instanceId]);
  await client.query('select pg_notify($1, $2)', [SHARDS_CHANNEL, instanceId]);
}

/** False also while Postgres cannot be asked. */
export async function holdsShard(pool: pg.Pool, instanceId: string, shards: number, shard: number): Promise<boolean> {
  const held = pool.query('select from ingest_shards where instance_id = $1 and shards = $2 and shard = $3', [
    instanceId,
    shards,
    shard,
  ]);
  return held.then(
    ({ rowCount }) => rowCount === 1,
    () => false,
  );
}

/** The numbers of shards that sessions may exist for, and that no live instance uses. */
export async function findUnusedNumbers(db: Kysely<Database>, own: number): Promise<number[]> {
  const { rows } = await sql<{ shards: number }>`
    select distinct s.shards from ingest_shards s
    where s.shards <> ${own} and not exists (select from ingest_instances i where i.shards = s.shards)`.execute(db);
  return rows.map(({ shards }) => shards);
}

/** Forgets a number of shards that is not used, unless an instance has begun to use it. */
export async function forgetNumber(db: Kysely<Database>, shards: number): Promise<void> {
  await sql`
    delete from ingest_shards s where s.shards = ${shards}
      and not exists (select from ingest_instances i where i.shards = s.shards)`.execute(db);
}
