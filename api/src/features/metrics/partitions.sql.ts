import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { withShortLock } from '../../db/transact.ts';
import { DAY_MS, floorTo } from './history-plan.ts';

/** The UTC day in the name of a partition: `20261120`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
const nameOf = (day: string): string => `metrics_${day}`;
const beginningOf = (day: string): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);

async function listDays(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'metrics'::regclass and c.relname ~ '^metrics_\\d{8}$' order by 1`.execute(db);
  return rows.map(({ name }) => name.slice(-8));
}

/**
 * Creates the partitions from yesterday, whose records may still arrive from journals, to `daysAhead`. Records of clocks that
 * are ahead are in the default partition already and must be moved, because attaching would fail on them.
 */
export async function makePartitions(db: Kysely<Database>, now: number, daysAhead: number): Promise<string[]> {
  const existing = new Set(await listDays(db));
  const partitions: string[] = [];
  for (let offset = -1; offset <= daysAhead; offset++) {
    const from = floorTo(now, DAY_MS) + offset * DAY_MS;
    const day = dayOf(from);
    if (existing.has(day)) continue;
    await makePartition(db, nameOf(day), from);
    partitions.push(nameOf(day));
  }
  return partitions;
}

async function makePartition(db: Kysely<Database>, name: string, from: number): Promise<void> {
  const [start, end] = [from, from + DAY_MS].map((ms) => sql.lit(new Date(ms).toISOString()));
  const partition = sql.table(name);
  await withShortLock(db, async (trx) => {
    await sql`create table ${partition} (like metrics including defaults)`.execute(trx);
    await sql`lock table metrics_default in access exclusive mode`.execute(trx);
    await sql`
      with moved as (delete from metrics_default where collected_at >= ${start} and collected_at < ${end} returning *)
      insert into ${partition} select * from moved`.execute(trx);
    await sql`alter table metrics attach partition ${partition} for values from (${start}) to (${end})`.execute(trx);
  });
}

/** Further days for which records are kept while roll-ups cannot be made from them. */
const DAYS_FOR_ROLLUPS = 7;

/**
 * Drops the partitions past the retention time, and deletes from the default partition by the time of receipt. Records that are not rolled
 * up yet are kept for a week more.
 */
export async function dropOldPartitions(db: Kysely<Database>, now: number, retentionDays: number): Promise<string[]> {
  const [oldest, oldestForRollups] = [retentionDays, retentionDays + DAYS_FOR_ROLLUPS].map((days) =>
    dayOf(now - days * DAY_MS),
  ) as [string, string];
  const nextDay = await findNextDay(db);
  // Records may be in the partition of a neighbouring day by the clock of their device.
  const isRolledUp = (day: string): boolean => nextDay === null || beginningOf(day) + DAY_MS < nextDay;
  const past = (await listDays(db))
    .filter((day) => day < oldestForRollups || (day < oldest && isRolledUp(day)))
    .map(nameOf);
  for (const name of past) await withShortLock(db, (trx) => sql`drop table ${sql.table(name)}`.execute(trx));
  const oldestKept = new Date(now - retentionDays * DAY_MS);
  await sql`delete from metrics_default where received_at < ${oldestKept}`.execute(db);
  return past;
}

/** Null before the job has run for the first time. */
async function findNextDay(db: Kysely<Database>): Promise<number | null> {
  const row = await db.selectFrom('metrics_rollup_progress').select('next_day').executeTakeFirst();
  return row?.next_day?.getTime() ?? null;
}
