import { sql } from 'kysely';
import { ofDevices, type QueryKind } from './query-kind.ts';

const WITHIN_MS = 7 * 86_400_000;

/** A device on which its newest rollout of the last week has failed, and which has not got that version in another way. */
export const firmwareFailed: QueryKind = {
  everyS: 60,
  async find({ db, now }) {
    const { rows } = await sql<{ device_id: number; owner_id: number; company_id: number; since: null }>`
      with newest as (
        select distinct on (f.device_id) f.device_id, r.firmware_version, f.error, f.outcome, x.state
        from firmware_rollouts r join firmware_rollout_devices f on f.rollout_id = r.id
        left join command_deliveries x on x.command_id = f.command_id and x.device_id = f.device_id
        where r.created_at > ${new Date(now - WITHIN_MS)} and f.claimed_at is not null
        order by f.device_id, r.created_at desc
      )
      select d.device_id, d.user_id as owner_id, d.company_id, null as since
      from newest n
      join devices d on d.device_id = n.device_id and d.company_id is not null and d.user_id is not null
      join device_state s on s.device_id = d.device_id and s.device_version is distinct from n.firmware_version
      where n.error is not null or coalesce(n.state, n.outcome) in ('failed', 'timed_out')`.execute(db);
    return ofDevices(rows);
  },
};
