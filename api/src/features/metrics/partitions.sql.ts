import type pg from 'pg';

const DAY_MS = 86_400_000;
/** Dropping a partition waits for running queries. It is retried in an hour rather than blocking the ingest. */
const LOCK_TIMEOUT = '2s';

/** The UTC day in the name of a partition: `20261120`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
const nameOf = (day: string): string => `metrics_${day}`;

/** Names of the partitions of days, oldest first. */
async function listDays(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'metrics'::regclass and c.relname ~ '^metrics_\\d{8}$' order by 1`,
  );
  return rows.map(({ name }) => name.slice(-8));
}

/**
 * Creates the partitions from yesterday, whose records may still arrive from journals, to `daysAhead`. Records of clocks that
 * are ahead are in the default partition already and must be moved, because attaching would fail on them.
 */
export async function makePartitions(client: pg.ClientBase, now: number, daysAhead: number): Promise<string[]> {
  const existing = new Set(await listDays(client));
  const made: string[] = [];
  for (let offset = -1; offset <= daysAhead; offset++) {
    const from = Math.floor(now / DAY_MS) * DAY_MS + offset * DAY_MS;
    const day = dayOf(from);
    if (existing.has(day)) continue;
    await makePartition(client, nameOf(day), from);
    made.push(nameOf(day));
  }
  return made;
}

async function makePartition(client: pg.ClientBase, name: string, from: number): Promise<void> {
  const [start, end] = [new Date(from).toISOString(), new Date(from + DAY_MS).toISOString()];
  await inTransaction(client, async () => {
    await client.query(`create table ${name} (like metrics including defaults)`);
    await client.query('lock table metrics_default in access exclusive mode');
    await client.query(
      `with moved as (delete from metrics_default where collected_at >= '${start}' and collected_at < '${end}' returning *)
      insert into ${name} select * from moved`,
    );
    await client.query(`alter table metrics attach partition ${name} for values from ('${start}') to ('${end}')`);
  });
}

/** Drops the partitions past the retention time, and deletes from the default partition by the time of receipt. */
export async function dropOldPartitions(client: pg.ClientBase, now: number, retentionDays: number): Promise<string[]> {
  const oldest = dayOf(now - retentionDays * DAY_MS);
  const past = (await listDays(client)).filter((day) => day < oldest).map(nameOf);
  for (const name of past) await inTransaction(client, () => client.query(`drop table ${name}`));
  await client.query(`delete from metrics_default where received_at < $1`, [new Date(now - retentionDays * DAY_MS)]);
  return past;
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
