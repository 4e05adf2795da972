import type pg from 'pg';
import { isReachable } from '../../device-state/index.ts';
import type { DueDelivery } from './held.sql.ts';

/** How long after a command was published, or repeated, its device is asked again. */
const REPEAT_MS = 10_000;
/** A command that the device has not accepted is repeated less often, since most devices answer at once. */
const UNACCEPTED_MS = 30_000;
const LIMIT = 500;

/**
 * Claims held deliveries of reachable devices that have been silent for too long: the broker may have died with a message. A device
 * that has accepted the command gets a message that has expired: it answers with its stored response and carries out nothing.
 */
export async function claimSilent(pool: pg.Pool, now: number): Promise<DueDelivery[]> {
  const silent = (condition: string): string => `
    select x.command_id, x.device_id from command_deliveries x
    join device_state s on s.device_id = x.device_id
    join commands c on c.id = x.command_id
    where x.held and ${isReachable('s.status')} and ${condition}`;
  const { rows } = await pool.query<DueDelivery>(
    `with silent as (
      ${silent(`x.state = 'accepted' and x.claimed_until <= $1`)}
      union all
      ${silent(`x.state = 'sent' and not c.paused and x.expires_at > $1 and x.claimed_until <= $2`)}
      limit ${LIMIT}
    )
    update command_deliveries x set claimed_until = $3 from silent, devices d, commands c
    where x.command_id = silent.command_id and x.device_id = silent.device_id
      and x.state in ('sent', 'accepted') and x.claimed_until <= $1
      and d.device_id = x.device_id and c.id = x.command_id
    returning x.command_id, d.serial, c.command, c.params, x.issued_at,
      case when x.state = 'accepted' then x.issued_at else x.expires_at end as expires_at`,
    [new Date(now), new Date(now - UNACCEPTED_MS + REPEAT_MS), new Date(now + REPEAT_MS)],
  );
  return rows;
}
