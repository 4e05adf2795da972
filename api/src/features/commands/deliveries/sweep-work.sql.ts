import type pg from 'pg';

export type SweepWork = {
  /** Whether the deadline of a delivery has passed. */
  overdue: boolean;
  /** Whether a held delivery is not settled. */
  held: boolean;
};

/** What a sweep has to do at `now` (milliseconds): one statement on small indexes, since mostly it is nothing. */
export async function findSweepWork(pool: pg.Pool, now: number): Promise<SweepWork> {
  const { rows } = await pool.query<SweepWork>({
    name: 'find-sweep-work',
    text: `select
      exists (select from command_deliveries where state in ('queued', 'sent') and expires_at < $1)
        or exists (select from command_deliveries where state = 'accepted' and deadline_at < $1) as overdue,
      exists (select from command_deliveries where held and state in ('queued', 'sent'))
        or exists (select from command_deliveries where held and state = 'accepted') as held`,
    values: [new Date(now)],
  });
  return rows[0] ?? { overdue: false, held: false };
}
