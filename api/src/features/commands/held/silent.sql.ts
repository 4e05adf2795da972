import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
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
export async function claimSilent(db: Kysely<Database>, now: number): Promise<DueDelivery[]> {
  const silent = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select x.command_id, x.device_id from command_deliveries x
    join device_state s on s.device_id = x.device_id
    join commands c on c.id = x.command_id
    where x.held and ${sql.raw(isReachable('s.status'))} and ${condition}`;
  const at = new Date(now);
  const unaccepted = new Date(now - UNACCEPTED_MS + REPEAT_MS);
  const { rows } = await sql<DueDelivery>`
    with silent as (
      ${silent(sql`x.state = 'accepted' and x.claimed_until <= ${at}`)}
      union all
      ${silent(sql`x.state = 'sent' and not c.paused and x.expires_at > ${at} and x.claimed_until <= ${unaccepted}`)}
      limit ${sql.lit(LIMIT)}
    )
    update command_deliveries x set claimed_until = ${new Date(now + REPEAT_MS)} from silent, devices d, commands c
    where x.command_id = silent.command_id and x.device_id = silent.device_id
      and x.state in ('sent', 'accepted') and x.claimed_until <= ${at}
      and d.device_id = x.device_id and c.id = x.command_id
    returning x.command_id, d.serial, c.command, c.params, x.issued_at,
      case when x.state = 'accepted' then x.issued_at else x.expires_at end as expires_at`.execute(db);
  return rows;
}
