import { reasonText } from '@belfry/schemas/domain/reasons';
import { type Kysely, sql } from 'kysely';
import { nodesWithRight, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { type CancelledForMany, cancelWaiting } from '../commands/index.ts';
import { visibleRuns } from './visible-runs.sql.ts';

export type LockedRun = Pick<Database['announcement_runs'], 'run_id' | 'kind' | 'user_id' | 'started_by' | 'state'>;

export async function lockRun(
  trx: Kysely<Database>,
  owners: VisibleOwners,
  runId: string,
): Promise<LockedRun | undefined> {
  return trx
    .selectFrom('announcement_runs as r')
    .select(['r.run_id', 'r.kind', 'r.user_id', 'r.started_by', 'r.state'])
    .where('r.run_id', '=', runId)
    .where(visibleRuns(owners))
    .forUpdate()
    .executeTakeFirst();
}

/** A place that was deleted is found by nobody. */
export async function hasPlacesOf(
  trx: Kysely<Database>,
  runId: string,
  owners: readonly VisibleOwners[],
): Promise<boolean> {
  const conditions = owners.map((some) => ownedBy(some, 'r.user_id', 'x.company_id'));
  const { rows } = await sql<{ covered: boolean }>`
    select not exists (
      select from announcement_deliveries x join announcement_runs r on r.run_id = x.run_id
      where x.run_id = ${runId}::uuid and (${sql.join(conditions, sql` or `)}) is not true) as covered`.execute(trx);
  return rows[0]?.covered === true;
}

export type StopTargets = { deviceIds: number[]; ownerIds: number[]; cancelled: CancelledForMany[] };

/**
 * Cancels what is not sent yet of a locked run. @returns the targets of a stop: who has got it, or may get it at this moment. For an emergency
 * these are all of its devices: one that lost its power begins again, whatever it has reported.
 */
export async function cancelParts(trx: Kysely<Database>, { run_id, kind }: LockedRun): Promise<StopTargets> {
  const parts = await trx.selectFrom('announcement_parts').select('command_id').where('run_id', '=', run_id).execute();
  const commandIds = parts.flatMap(({ command_id }) => command_id ?? []);
  const cancelled = await cancelWaiting(trx, commandIds, Date.now());
  const underway = cancelled.filter((one) => one.underway).map(({ device_id }) => device_id);
  const { rows } = await sql<Omit<StopTargets, 'cancelled'>>`
    select coalesce(array_agg(x.device_id) filter (where x.state in ('sent', 'fetched', 'started') or ${kind} = 'emergency'
        or x.device_id = any(${underway}::int4[])
        or x.state in ('waiting', 'offline') and exists (
          select from command_deliveries c
          where c.command_id = any(${commandIds}::uuid[]) and c.device_id = x.device_id and c.state in ('sent', 'accepted'))), '{}') as "deviceIds",
      coalesce(array_agg(distinct x.user_id) filter (where x.user_id is not null), '{}') as "ownerIds"
    from announcement_deliveries x where x.run_id = ${run_id}::uuid`.execute(trx);
  return { deviceIds: [], ownerIds: [], ...rows[0], cancelled };
}

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

/**
 * The runs of an organisation that are not over, that this person has started, and that concern a place where they could not
 * start them now: somebody who is blocked nowhere.
 */
export async function findRunsWithoutRight(
  db: Kysely<Database>,
  { userId, ownerId, blocked }: { userId: number; ownerId: number; blocked: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ run_id: string }>`
    select r.run_id from announcement_runs r
    where r.user_id = ${ownerId}::int and r.state in ('rendering', 'running')
      and case when ${blocked} then coalesce(r.started_by, r.user_id) = ${userId}::int and r.kind <> 'schedule'
        else r.started_by = ${userId}::int and exists (
        select from announcement_deliveries x
        where x.run_id = r.run_id and (case when r.kind in ('emergency', 'drill')
          then x.company_id in (${nodesWithRight(userId, 'emergency')})
          else x.company_id in (${nodesWithRight(userId, 'speak')}) end) is not true) end`.execute(db);
  return rows.map(({ run_id }) => run_id);
}
