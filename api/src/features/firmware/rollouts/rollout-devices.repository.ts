import type { RolloutDeviceState, rolloutDevicesQuerySchema } from '@belfry/schemas/http/firmware/rollouts';
import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { deviceNameSql } from '../../devices/index.ts';
import { DEVICE_STATE, ROLLOUT_DEVICES } from './rollout-state.sql.ts';

export type RolloutDeviceRow = {
  serial: string;
  name: string | null;
  phase: number;
  state: RolloutDeviceState;
  reason: string | null;
  error_type: string | null;
  device_version: string | null;
};

/** One page of the devices of a rollout, those that failed first, and how many match. Names of nodes of roots can be hidden. */
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
