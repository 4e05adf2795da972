import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { withShortLock } from '../../../db/short-lock.ts';
import { DAY_MS } from '../times.ts';

export type RollupTable = 'metrics_hourly' | 'metrics_daily';
const TABLES: readonly RollupTable[] = ['metrics_hourly', 'metrics_daily'];

/** The UTC month in the name of a partition: `202611`. */
const monthOf = (at: Date): string => at.toISOString().slice(0, 7).replace('-', '');
const beginningOf = (month: string): Date => new Date(`${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00Z`);
const endOf = (month: string): Date => {
  const end = beginningOf(month);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
};

/** Creates the partitions for the month of this day. Attaching does not keep others from reading and writing the rest of the table. */
export async function makeMonth(trx: Kysely<Database>, day: Date): Promise<void> {
  const month = monthOf(day);
  const [from, to] = [beginningOf(month).toISOString(), endOf(month).toISOString()];
  for (const table of TABLES) {
    const name = `${table}_${month}`;
    const { rows } = await sql`select 1 from pg_class where oid = to_regclass(${name})`.execute(trx);
    if (rows.length > 0) continue;
    await sql`create table ${sql.table(name)} (like ${sql.table(table)} including constraints)`.execute(trx);
    await sql`
      alter table ${sql.table(table)} attach partition ${sql.table(name)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx);
  }
}

/** Drops the months that ended before the retention time of their table. */
export async function dropOldMonths(
  db: Kysely<Database>,
  now: number,
  retentionDays: Record<RollupTable, number>,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of TABLES) {
    const oldest = now - retentionDays[table] * DAY_MS;
    const past = (await listMonths(db, table)).filter((month) => endOf(month).getTime() <= oldest);
    for (const month of past) {
      await withShortLock(db, (trx) => sql`drop table ${sql.table(`${table}_${month}`)}`.execute(trx));
      dropped.push(`${table}_${month}`);
    }
  }
  return dropped;
}

async function listMonths(db: Kysely<Database>, table: RollupTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_\\d{6}$' order by 1`.execute(db);
  return rows.map(({ name }) => name.slice(-6));
}
