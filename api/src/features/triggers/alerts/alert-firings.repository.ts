import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { chainOf } from '../../alert-feeds/index.ts';

/** Whether the trigger of a feed is as it was when its reading began, and on; it stays so until the transaction ends. */
export async function holdTrigger(trx: Kysely<Database>, triggerId: number, revision: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from triggers where id = ${triggerId} and revision = ${revision} and enabled for share`.execute(trx);
  return rows.length > 0;
}

/**
 * Withdraws what the alerts have started that this one refers to, as far as it still waits for somebody, or to be worked on.
 * @returns how many starts there were, how many were withdrawn, and the announcements of the others
 */
export async function withdrawStarts(
  trx: Kysely<Database>,
  triggerId: number,
  of: { refs: readonly string[]; isDrill: boolean },
  reason: string,
): Promise<{ starts: number; withdrawn: number; runIds: string[] }> {
  if (of.refs.length === 0) return { starts: 0, withdrawn: 0, runIds: [] };
  const { rows } = await sql<{
    starts: number;
    withdrawn: number;
    run_ids: string[];
  }>`${chainOf(triggerId, of)}, started as materialized (
      select f.firing_id, f.run_id from chain c join trigger_firings f on f.firing_id = c.firing_id where f.ends_run_ids is null
    ), withdrawn as (
      update trigger_firings f set state = 'expired', reason = ${reason}
      where f.firing_id in (select firing_id from started)
        and (f.state = 'asking' or (f.state = 'queued' and (f.claimed_until is null or f.claimed_until < now())))
      returning f.firing_id
    )
    select (select count(*)::int from started) as starts, (select count(*)::int from withdrawn) as withdrawn, array(
      select s.run_id from started s join announcement_runs r on r.run_id = s.run_id
      where r.kind in ('emergency', 'drill') and r.state in ('rendering', 'running')) as run_ids`.execute(trx);
  const [row] = rows;
  return { starts: row?.starts ?? 0, withdrawn: row?.withdrawn ?? 0, runIds: row?.run_ids ?? [] };
}
