import { reasonText } from '@belfry/schemas/domain/reasons';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { ownedBy } from '../../../db/owned-by.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

export type LockedRun = Pick<Database['announcement_runs'], 'run_id' | 'kind' | 'user_id' | 'state'>;

/** Locks a run of these owners. */
export async function lockRun(
  trx: Kysely<Database>,
  owners: VisibleOwners,
  runId: string,
): Promise<LockedRun | undefined> {
  return trx
    .selectFrom('announcement_runs')
    .select(['run_id', 'kind', 'user_id', 'state'])
    .where('run_id', '=', runId)
    .where(ownedBy(owners, 'announcement_runs.user_id'))
    .forUpdate()
    .executeTakeFirst();
}

/** The devices that may play the run now, their owners, and the commands that wait for devices. */
export type StopTargets = { deviceIds: number[]; ownerIds: number[]; commandIds: string[] };

/** The targets of a stop. For an emergency these are all of its devices: one that lost its power begins again, whatever it has reported. */
export async function findStopTargets(trx: Kysely<Database>, { run_id, kind }: LockedRun): Promise<StopTargets> {
  const { rows } = await sql<StopTargets>`
    select coalesce(array_agg(x.device_id) filter (where x.state in ('sent', 'fetched', 'started') or ${kind} = 'emergency'), '{}') as "deviceIds",
      coalesce(array_agg(distinct x.user_id) filter (where x.user_id is not null), '{}') as "ownerIds",
      array(select command_id from announcement_parts where run_id = ${run_id}::uuid and command_id is not null) as "commandIds"
    from announcement_deliveries x where x.run_id = ${run_id}::uuid`.execute(trx);
  return rows[0] ?? { deviceIds: [], ownerIds: [], commandIds: [] };
}

/** Ends the run, and what was not sent yet. */
export async function endStoppedRun(trx: Kysely<Database>, runId: string): Promise<void> {
  await trx
    .updateTable('announcement_runs')
    .set({ state: 'stopped', ended_at: sql`now()` })
    .where('run_id', '=', runId)
    .execute();
  await trx
    .updateTable('announcement_deliveries')
    .set({ state: 'skipped', reason: reasonText('stopped') })
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .execute();
}
