import type { DeliveryState } from '@belfry/schemas/http/commands/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { ChangedDevice } from '../deliveries/command-events.ts';

/** A delivery before the attempt to cancel it, and whether that succeeded. */
export type Cancelled = ChangedDevice & { state: DeliveryState; cancelled: boolean };

/**
 * Cancels a delivery that waits for its device. One that is being published is not cancelled.
 * @returns undefined if the caller has no such delivery.
 */
export async function cancelHeld(
  db: Kysely<Database>,
  { serial, commandId, ownerId }: { serial: string; commandId: string; ownerId: number | null },
  now: number,
): Promise<Cancelled | undefined> {
  const at = new Date(now);
  const { rows } = await sql<Cancelled>`
    with target as (
      select x.command_id, x.device_id, x.state, d.serial, d.user_id
      from command_deliveries x join devices d on d.device_id = x.device_id
      where x.command_id = ${commandId} and d.serial = ${serial} and (${ownerId}::int is null or d.user_id = ${ownerId})
    ), changed as (
      update command_deliveries x set state = 'cancelled', success = false, settled_at = ${at} from target t
      where x.command_id = t.command_id and x.device_id = t.device_id
        and x.held and x.state = 'queued' and (x.claimed_until is null or x.claimed_until <= ${at})
      returning x.device_id
    )
    select serial, user_id, state, exists (select from changed) as cancelled from target`.execute(db);
  return rows[0];
}
