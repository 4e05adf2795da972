import type pg from 'pg';
import { withShortLock } from '../../db/short-lock.ts';
import { DAY_MS, floorTo } from './times.ts';

/** The UTC day in the name of a partition: `20261120`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
const nameOf = (day: string): string => `metrics_${day}`;
const beginningOf = (day: string): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);

/** The days that have a partition, oldest first. */
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
    const from = floorTo(now, DAY_MS) + offset * DAY_MS;
    const day = dayOf(from);
    if (existing.has(day)) continue;
    await makePartition(client, nameOf(day), from);
    made.push(nameOf(day));
  }
  return made;
}

async function makePartition(client: pg.ClientBase, name: string, from: number): Promise<void> {
  const [start, end] = [new Date(from).toISOString(), new Date(from + DAY_MS).toISOString()];
  await withShortLock(client, async () => {
    await client.query(`create table ${name} (like metrics including defaults)`);
    await client.query('lock table metrics_default in access exclusive mode');
    await client.query(
      `with moved as (delete from metrics_default where collected_at >= '${start}' and collected_at < '${end}' returning *)
      insert into ${name} select * from moved`,
    );
    await client.query(`alter table metrics attach partition ${name} for values from ('${start}') to ('${end}')`);
  });
}

/** How many days longer records are kept while roll-ups cannot be made from them. */
const DAYS_FOR_ROLLUPS = 7;

/**
 * Drops the partitions past the retention time, and deletes from the default partition by the time of receipt. Records that are not rolled
 * up yet are kept for a week more.
 */
export async function dropOldPartitions(client: pg.ClientBase, now: number, retentionDays: number): Promise<string[]> {
  const [oldest, oldestForRollups] = [retentionDays, retentionDays + DAYS_FOR_ROLLUPS].map((days) =>
    dayOf(now - days * DAY_MS),
  ) as [string, string];
  const nextDay = await findNextDay(client);
  // Records may be in the partition of a neighbouring day by the clock of their device.
  const isRolledUp = (day: string): boolean => nextDay === null || beginningOf(day) + DAY_MS < nextDay;
  const past = (await listDays(client))
    .filter((day) => day < oldestForRollups || (day < oldest && isRolledUp(day)))
    .map(nameOf);
  for (const name of past) await withShortLock(client, () => client.query(`drop table ${name}`));
  await client.query(`delete from metrics_default where received_at < $1`, [new Date(now - retentionDays * DAY_MS)]);
  return past;
}

/** The first day that is not rolled up; null before the job has run for the first time. */
async function findNextDay(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ next_day: Date | null }>('select next_day from metrics_rollup_progress');
  return rows[0]?.next_day?.getTime() ?? null;
}
