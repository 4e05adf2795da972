import { sql, type RawBuilder } from 'kysely';

/** The devices of rollouts with the deliveries of their commands, if there are any. */
export const ROLLOUT_DEVICES: RawBuilder<unknown> = sql`
  from firmware_rollout_devices r
  join firmware_rollouts o on o.id = r.rollout_id
  left join command_deliveries x on x.command_id = r.command_id and x.device_id = r.device_id`;

/** The state of a device in a rollout follows from the delivery of its command; see FW-16. */
export const DEVICE_STATE: RawBuilder<unknown> = sql`
  case
    when r.outcome is not null then r.outcome
    when r.error_type is not null then 'failed'
    when r.command_id is null then case when o.state = 'cancelled' then 'cancelled' else 'pending' end
    when x.state = 'succeeded' then 'installed'
    when x.state = 'failed' and x.error_type = 'rolled_back' then 'rolled_back'
    when x.state in ('queued', 'sent') then 'pending'
    when x.state = 'accepted' and (x.progress->>'step') ~ '^(verifying|restarting)' then 'verifying'
    when x.state = 'accepted' then 'downloading'
    else 'failed'
  end`;
