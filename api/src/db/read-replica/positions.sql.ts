import type pg from 'pg';

/** Up to where the primary's commits are durable; a replica that has replayed as much contains every commit that was answered. */
export async function primaryPosition(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ lsn: string }>({
    name: 'primary-position',
    text: 'select pg_current_wal_flush_lsn()::text as lsn',
  });
  return rows[0]?.lsn ?? '';
}

/** Throws for a server that is not a replica, or has become a primary. */
export async function hasReplayed(replica: pg.Pool, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ replayed: boolean | null }>({
    name: 'replica-position',
    text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
    values: [lsn],
  });
  return rows[0]?.replayed === true;
}

const IDENTITY = `select pg_is_in_recovery() as standby, current_database() as database,
  (select system_identifier::text from pg_control_system()) as system`;
type Identity = { standby: boolean; database: string; system: string };

/** Throws an Error unless `replica` is a standby of the primary's cluster with the same database. */
export async function checkReplica(primary: pg.Pool, replica: pg.Pool): Promise<void> {
  const [ours, theirs] = await Promise.all([primary, replica].map((pool) => pool.query<Identity>(IDENTITY)));
  const [mine, other] = [ours?.rows[0], theirs?.rows[0]];
  if (other?.standby !== true) throw new Error('DATABASE_READ_URL: the server is not a standby');
  if (mine?.system !== other.system || mine.database !== other.database)
    throw new Error('DATABASE_READ_URL: the server is a standby of another database');
}
