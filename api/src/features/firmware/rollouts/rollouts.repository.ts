import type { Role } from '@belfry/schemas/domain/roles';
import type { RolloutDeviceState, RolloutPhases } from '@belfry/schemas/http/firmware/rollouts';
import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import { DEVICE_STATE, ROLLOUT_DEVICES } from './rollout-state.sql.ts';

export type RolloutRow = Row<'firmware_rollouts'>;

const LIST_MAX = 20;

export async function insertRollout(
  trx: Kysely<Database>,
  rollout: Insertable<Database['firmware_rollouts']>,
): Promise<void> {
  await trx.insertInto('firmware_rollouts').values(rollout).execute();
}

export const lockRollout = (trx: Kysely<Database>, id: string): Promise<RolloutRow | undefined> =>
  trx.selectFrom('firmware_rollouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateRollout(
  trx: Kysely<Database>,
  id: string,
  change: Updateable<Database['firmware_rollouts']>,
): Promise<void> {
  await trx.updateTable('firmware_rollouts').set(change).where('id', '=', id).execute();
}

/** Stores the command that was sent to a claimed device, or why there is none. */
export async function updateRolloutDevice(
  db: Kysely<Database>,
  { rollout_id, device_id }: { rollout_id: string; device_id: number },
  change: Updateable<Database['firmware_rollout_devices']>,
): Promise<void> {
  await db
    .updateTable('firmware_rollout_devices')
    .set(change)
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .execute();
}

export type RolloutView = Omit<RolloutRow, 'params' | 'judged_from' | 'step'> & {
  started_by_name: string | null;
  counts: Partial<Record<RolloutDeviceState, number>> | null;
};

/** The newest rollouts, or one of them, with the number of devices in each state. */
export async function findRollouts(db: Kysely<Database>, id: string | null = null): Promise<RolloutView[]> {
  const { rows } = await sql<RolloutView>`
    with chosen as (
      select * from firmware_rollouts where ${id}::uuid is null or id = ${id}::uuid order by created_at desc limit ${LIST_MAX}
    ), counted as (
      select rollout_id, jsonb_object_agg(state, n) as counts from (
        select r.rollout_id, ${DEVICE_STATE} as state, count(*) as n
        ${ROLLOUT_DEVICES} where r.rollout_id in (select id from chosen) group by 1, 2
      ) c group by rollout_id
    )
    select c.id, c.filename, c.firmware_version, c.state, c.reason, c.phases, c.phase, c.next_phase_at, c.max_error_rate,
      c.phase_pause_s, c.devices, c.started_by, c.created_at, c.finished_at, u.name as started_by_name, counted.counts
    from chosen c left join counted on counted.rollout_id = c.id left join users u on u.id = c.started_by
    order by c.created_at desc`.execute(db);
  return rows;
}

/** The groups of the phases with the accounts of their owners. Unknown groups are absent. */
export const findGroupOwners = (db: Kysely<Database>, phases: RolloutPhases) => {
  const ids = phases.flatMap((phase) => (typeof phase === 'number' ? [] : phase.group_ids));
  return db
    .selectFrom('device_groups as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.id as group_id', 'u.id', 'u.role'])
    .where('g.id', 'in', ids.length > 0 ? ids : [0])
    .execute();
};

/** Counts the next step of a rollout, which makes the one before outdated. @returns its number */
export async function nextStep(trx: Kysely<Database>, id: string): Promise<number> {
  const { step } = await trx
    .updateTable('firmware_rollouts')
    .set((row) => ({ step: row('step', '+', 1), checked_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .returning('step')
    .executeTakeFirstOrThrow();
  return step;
}

/** The running rollouts that no job has looked at for two minutes, except in the pause between two phases. */
export async function findStalledRollouts(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from firmware_rollouts where state = 'running' and checked_at < now() - interval '2 minutes'
      and (next_phase_at is null or next_phase_at < now() - interval '2 minutes')`.execute(db);
  return rows.map(({ id }) => id);
}

/** The user who has started a rollout, as far as their rights depend on it. */
export async function findStarter(
  trx: Kysely<Database>,
  userId: number,
): Promise<{ id: number; role: Role; blocked: boolean } | undefined> {
  return trx.selectFrom('users').select(['id', 'role', 'blocked']).where('id', '=', userId).executeTakeFirst();
}
