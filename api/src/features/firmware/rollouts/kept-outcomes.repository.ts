import { sql, type Kysely } from 'kysely';
import { changeInBatches } from '../../../db/change-in-batches.ts';
import type { Database } from '../../../db/database.ts';
import { DEVICE_STATE } from './rollout-state.sql.ts';

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
