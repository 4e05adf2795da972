import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { DEVICE_STATE, ROLLOUT_DEVICES } from './rollout-state.sql.ts';
import type { RolloutRow } from './rollouts.repository.ts';

export type RolloutProgress = {
  /** Devices of the current phase to which the command was not sent. */
  waiting: number;
  /** Devices to which the command was sent and that have not answered finally. */
  open: number;
  /** Devices with a final answer from which the error rate is computed: without those that were offline. */
  judged: number;
  failures: number;
};

export async function measureRollout(
  trx: Kysely<Database>,
  { id, phase, judged_from }: Pick<RolloutRow, 'id' | 'phase' | 'judged_from'>,
): Promise<RolloutProgress> {
  const { rows } = await sql<RolloutProgress>`
    with devices_of_rollout as (
      select ${DEVICE_STATE} as state, r.phase, r.claimed_at, r.error_type is distinct from 'device_offline'
        and r.claimed_at >= ${judged_from} as counts
      ${ROLLOUT_DEVICES} where r.rollout_id = ${id}::uuid
    )
    select (count(*) filter (where claimed_at is null and phase <= ${phase}))::int as waiting,
      (count(*) filter (where claimed_at is not null and state in ('pending', 'downloading', 'verifying')))::int as open,
      (count(*) filter (where counts and state in ('installed', 'rolled_back', 'failed')))::int as judged,
      (count(*) filter (where counts and state in ('rolled_back', 'failed')))::int as failures
    from devices_of_rollout`.execute(trx);
  return rows[0] ?? { waiting: 0, open: 0, judged: 0, failures: 0 };
}

export type ClaimedDevice = { device_id: number; serial: string };

/** Claims devices up to the current phase, the earlier phases first. No other step sends them the command. */
export async function claimDevices(
  trx: Kysely<Database>,
  { id, phase }: Pick<RolloutRow, 'id' | 'phase'>,
  limit: number,
  now: Date,
): Promise<ClaimedDevice[]> {
  const { rows } = await sql<ClaimedDevice>`
    with due as (
      select device_id from firmware_rollout_devices
      where rollout_id = ${id}::uuid and claimed_at is null and phase <= ${phase} order by phase, device_id limit ${limit}
    )
    update firmware_rollout_devices r set claimed_at = ${now} from due join devices d on d.device_id = due.device_id
    where r.rollout_id = ${id}::uuid and r.device_id = due.device_id
    returning r.device_id, d.serial`.execute(trx);
  return rows;
}

/**
 * For devices whose claim was followed by neither a command nor an error, because the process ended: the command that was issued
 * to them since is theirs. Where there is none the command was not sent, and they are not claimed any more.
 */
export async function reclaimLost(trx: Kysely<Database>, { id, params }: RolloutRow, before: Date): Promise<void> {
  await sql`
    update firmware_rollout_devices r set command_id = found.id, claimed_at = case when found.id is not null then r.claimed_at end
    from firmware_rollout_devices lost
    left join lateral (
      select c.id from command_deliveries x join commands c on c.id = x.command_id
      where x.device_id = lost.device_id and x.issued_at >= lost.claimed_at - interval '5 seconds'
        and c.command = 'install' and c.params->>'sha256' = ${params.sha256}
      order by x.issued_at desc limit 1
    ) found on true
    where lost.rollout_id = ${id}::uuid and lost.claimed_at < ${before} and lost.command_id is null
      and lost.error_type is null and r.rollout_id = lost.rollout_id and r.device_id = lost.device_id`.execute(trx);
}
