import type { DeliveryState } from '@belfry/schemas/http/commands/commands';
import type pg from 'pg';
import type { ChangedDevice } from '../deliveries/command-events.ts';

/** A delivery before the attempt to cancel it, and whether that succeeded. */
export type Cancelled = ChangedDevice & { state: DeliveryState; cancelled: boolean };

/**
 * Cancels a delivery that waits for its device. One that is being published is not cancelled.
 * @returns undefined if the caller has no such delivery.
 */
export async function cancelHeld(
  pool: pg.Pool,
  { serial, commandId, ownerId }: { serial: string; commandId: string; ownerId: number | null },
  now: number,
): Promise<Cancelled | undefined> {
  const { rows } = await pool.query<Cancelled>(
    `with target as (
      select x.command_id, x.device_id, x.state, d.serial, d.user_id
      from command_deliveries x join devices d on d.device_id = x.device_id
      where x.command_id = $1 and d.serial = $2 and ($3::int is null or d.user_id = $3)
    ), changed as (
      update command_deliveries x set state = 'cancelled', success = false, settled_at = $4 from target t
      where x.command_id = t.command_id and x.device_id = t.device_id
        and x.held and x.state = 'queued' and (x.claimed_until is null or x.claimed_until <= $4)
      returning x.device_id
    )
    select serial, user_id, state, exists (select from changed) as cancelled from target`,
    [commandId, serial, ownerId, new Date(now)],
  );
  return rows[0];
}
