import { type RawBuilder, sql } from 'kysely';

/**
 * The rows of one kind in a list of several kinds by time, the newest first. Instants are texts with microseconds, which a Date has not.
 */
export type TimeWindow = {
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
  /** The last row of the page before; `id`: where it was of this kind; `inclusive`: rows of this kind at the same instant are still to come. */
  after: { at: string; id: string | null; inclusive: boolean } | null;
  limit: number;
};

type Columns = { at: string; id: string; type: 'int8' | 'uuid' };

/** @param columns constants of the code, never input */
export function inWindow({ from, to, after }: TimeWindow, { at, id, type }: Columns): RawBuilder<boolean> {
  const column = sql.ref(at);
  const conditions = [sql`true`];
  if (from) conditions.push(sql`${column} >= ${from}`);
  if (to) conditions.push(sql`${column} < ${to}`);
  if (after && after.id !== null)
    conditions.push(sql`(${column}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::${sql.raw(type)})`);
  else if (after)
    conditions.push(
      after.inclusive ? sql`${column} <= ${after.at}::timestamptz` : sql`${column} < ${after.at}::timestamptz`,
    );
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** 2026-11-29T16:31:31.123456Z */
export const instantText = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
