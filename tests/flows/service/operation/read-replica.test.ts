/** @module-tag full */
import { createLongStatements, type LongStatements } from '@belfry/api/db/long-statements';
import { createLogger } from '@belfry/api/log';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../../../support/postgres/replicated-postgres.ts';
import { until } from '../../../support/until.ts';

let servers: ReplicatedPostgres;
let long: LongStatements;
let primary: pg.Pool;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  primary = new pg.Pool({ connectionString: servers.primaryUrl, max: 2 });
});
afterAll(async () => {
  await primary.end();
  await servers.stop();
});
beforeEach(async () => {
  await primary.query('drop table if exists notes; create table notes (n int)');
  long = createLongStatements(servers.primaryUrl, createLogger('silent'), { readUrl: servers.replicaUrl });
});
afterEach(() => long.stop());

type Seen = { standby: boolean; notes: number };
const read = (): Promise<Seen> =>
  long.read(1, async ({ pool }) => {
    const { rows } = await pool.query<Seen>(
      'select pg_is_in_recovery() as standby, (select count(*)::int from notes) as notes',
    );
    return rows[0]!;
  });
const untilUsed = () => until('the replica is used', async () => (await read()).standby, Boolean);
const onReplica = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: servers.replicaUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
};

it('reads from the replica everything that was committed before', async () => {
  await untilUsed();
  let written = 0;
  const isFromReplica = async (): Promise<boolean> => {
    written += 1;
    await primary.query('insert into notes values ($1)', [written]);
    const { notes, standby } = await read();
    expect(notes).toBe(written);
    return standby;
  };
  const origins: boolean[] = [];
  while (origins.length < 50) origins.push(await isFromReplica());
  // On a busy machine the replica may have been behind each time.
  if (!origins.includes(true)) await until('a read of the replica', isFromReplica);
});

it('reads from the primary while the replica is behind', async () => {
  await untilUsed();
  await onReplica('select pg_wal_replay_pause()');
  await primary.query('insert into notes values (1)');
  expect(await read()).toEqual({ standby: false, notes: 1 });
  expect(long.replica()).toBe('ok');
  await onReplica('select pg_wal_replay_resume()');
  await untilUsed();
});

it('reads from the primary while the replica is away, and from the replica when it is back', async () => {
  await untilUsed();
  await servers.stopReplica();
  expect(await read()).toEqual({ standby: false, notes: 0 });
  expect(long.replica()).toBe('down');
  await servers.startReplica();
  await untilUsed();
  expect(long.replica()).toBe('ok');
});

it('does not use a server that is no replica of the database', async () => {
  const other = createLongStatements(servers.primaryUrl, createLogger('silent'), { readUrl: servers.primaryUrl });
  try {
    await until(
      'it was looked at',
      () => other.replica(),
      (state) => state === 'down',
    );
  } finally {
    await other.stop();
  }
});
