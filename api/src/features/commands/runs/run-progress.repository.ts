import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { isReachable } from '../../device-state/index.ts';
import type { CommandRunRow } from './runs.repository.ts';

export type RunProgress = {
  /** Deliveries for which the next wave waits: the device runs the command, or may still accept it. */
  blocking: number;
  /** Deliveries that are not settled, with those that wait for their devices. */
  open: number;
  /** Settled deliveries from which the error rate is computed: without those of unreachable devices. */
  judged: number;
  failures: number;
};

/** How far the waves of a run that were sent have come. */
export async function measureRun(
  trx: Kysely<Database>,
  run: Pick<CommandRunRow, 'id' | 'errors_from_wave'>,
  command: Command,
  now: number,
): Promise<RunProgress> {
  const acceptedSince = new Date(now - commandTable[command].expiresAfterMs);
  const { rows } = await sql<RunProgress>`
    with delivered as (
      select x.state, ${sql.raw(isReachable('s.status'))} and x.issued_at > ${acceptedSince} as expected,
        r.wave >= ${run.errors_from_wave} and x.error_type is distinct from 'device_offline' as counts
      from command_run_devices r
      join command_deliveries x on x.command_id = r.run_id and x.device_id = r.device_id
      join device_state s on s.device_id = r.device_id
      where r.run_id = ${run.id}::uuid
    )
    select count(*) filter (where state = 'accepted' or (state in ('queued', 'sent') and expected)) as blocking,
      count(*) filter (where state in ('queued', 'sent', 'accepted')) as open,
      count(*) filter (where counts and state in ('succeeded', 'failed', 'timed_out', 'expired')) as judged,
      count(*) filter (where counts and state in ('failed', 'timed_out', 'expired')) as failures
    from delivered`.execute(trx);
  return rows[0] ?? { blocking: 0, open: 0, judged: 0, failures: 0 };
}
