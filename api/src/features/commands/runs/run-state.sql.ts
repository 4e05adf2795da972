import { sql, type RawBuilder } from 'kysely';

/** The devices of runs with their deliveries, if there are any. */
export const DELIVERIES: RawBuilder<unknown> = sql`
  from command_run_devices r
  join command_runs run on run.id = r.run_id
  join devices d on d.device_id = r.device_id
  left join command_deliveries x on x.command_id = r.run_id and x.device_id = r.device_id`;

/** A device without a delivery is pending until its wave; later it had another owner, or the run was cancelled. */
export const STATE: RawBuilder<unknown> = sql`
  coalesce(x.state, case when run.state = 'cancelled' or r.wave <= run.wave then 'cancelled' else 'pending' end)`;

export const FAILURES: RawBuilder<unknown> = sql`('failed', 'timed_out', 'expired')`;
