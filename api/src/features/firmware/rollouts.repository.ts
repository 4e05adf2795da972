import type { Role } from '@belfry/schemas/domain/roles';
import type {
  RolloutDeviceState,
  RolloutPhases,
  rolloutDevicesQuerySchema,
} from '@belfry/schemas/http/firmware/rollouts';
import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { DEVICE_STATE, ROLLOUT_DEVICES, type RolloutRow } from './rollouts.sql.ts';
import type { z } from 'zod';
import { deviceNameSql } from '../../db/device-name.ts';
import { changeInBatches } from '../../db/transact.ts';

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

export async function findStalledRollouts(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from firmware_rollouts where state = 'running' and checked_at < now() - interval '2 minutes'
      and (next_phase_at is null or next_phase_at < now() - interval '2 minutes')`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findStarter(
  trx: Kysely<Database>,
  userId: number,
): Promise<{ id: number; role: Role; blocked: boolean } | undefined> {
  return trx.selectFrom('users').select(['id', 'role', 'blocked']).where('id', '=', userId).executeTakeFirst();
}

type RolloutDeviceRow = {
  serial: string;
  name: string | null;
  phase: number;
  state: RolloutDeviceState;
  reason: string | null;
  error_type: string | null;
  device_version: string | null;
};

export async function listRolloutDevices(
  db: Kysely<Database>,
  rolloutId: string,
  { page, page_size, state }: z.output<typeof rolloutDevicesQuerySchema>,
  { hidesRoots }: { hidesRoots: boolean },
): Promise<{ rows: RolloutDeviceRow[]; total: number }> {
  const matching = sql`
    where r.rollout_id = ${rolloutId}::uuid and ${state === undefined ? sql`true` : sql`${DEVICE_STATE} = ${state}`}`;
  const [{ rows }, counted] = await Promise.all([
    sql<RolloutDeviceRow>`
      select d.serial, ${sql.raw(deviceNameSql('node'))} as name, r.phase + 1 as phase, ${DEVICE_STATE} as state,
        coalesce(r.error, x.error) as reason, coalesce(r.error_type, x.error_type) as error_type, s.device_version
      ${ROLLOUT_DEVICES}
      join devices d on d.device_id = r.device_id
      left join device_state s on s.device_id = r.device_id
      left join companies node on node.company_id = d.company_id and not (
        ${hidesRoots} and exists (select from users u where u.id = node.user_id and u.role = 'root'))
      ${matching}
      order by ${DEVICE_STATE} in ('failed', 'rolled_back') desc, r.phase, d.serial
      limit ${page_size} offset ${(page - 1) * page_size}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n ${ROLLOUT_DEVICES} ${matching}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/**
 * Copies the outcome of commands that were issued before `before` to the devices of rollouts, whose states follow from it. Called
 * before these commands are deleted.
 */
export async function keepRolloutOutcomes(db: Kysely<Database>, before: Date): Promise<void> {
  await changeInBatches((limit) =>
    sql`
      with old as (
        select r.rollout_id, r.device_id, ${DEVICE_STATE} as state, x.error, x.error_type
        from firmware_rollout_devices r
        join firmware_rollouts o on o.id = r.rollout_id
        join commands c on c.id = r.command_id
        left join command_deliveries x on x.command_id = r.command_id and x.device_id = r.device_id
        where r.outcome is null and r.command_id is not null and c.issued_at < ${before}
        limit ${limit}
      )
      update firmware_rollout_devices r
      set outcome = old.state, error = coalesce(r.error, old.error), error_type = coalesce(r.error_type, old.error_type)
      from old where r.rollout_id = old.rollout_id and r.device_id = old.device_id`.execute(db),
  );
}
