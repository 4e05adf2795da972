import type pg from 'pg';
import type { ChangedDevice } from '../deliveries/command-events.ts';
import type { NewCommand } from '../issued-command.ts';

export type NewBroadcast = Omit<NewCommand, 'serial' | 'ownerId'> & { offlineError: string };

/**
 * Inserts one command and a delivery for every device. Commands are not retained, so a device that is offline now never
 * receives this one: its delivery is inserted as failed.
 * @returns the devices, one for each delivery.
 */
export async function insertBroadcast(pool: pg.Pool, broadcast: NewBroadcast): Promise<ChangedDevice[]> {
  const { rows } = await pool.query<ChangedDevice>(
    `with issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      values ($1, $2, $3::jsonb, 'fleet', $4, $5, $6) returning id, issued_at, expires_at
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, success, error, error_type, settled_at, issued_at, expires_at, deadline_at)
      select i.id, s.device_id, case when offline then 'failed' else 'queued' end, case when offline then false end,
        case when offline then $8 end, case when offline then 'device_offline' end, case when offline then i.issued_at end,
        i.issued_at, i.expires_at, $7::timestamptz
      from issued i cross join (select device_id, status = 'offline' as offline from device_state) s
      returning device_id
    )
    select d.serial, d.user_id from delivered join devices d using (device_id)`,
    [
      broadcast.id,
      broadcast.command,
      JSON.stringify(broadcast.params),
      broadcast.issuedBy,
      new Date(broadcast.issuedAt),
      new Date(broadcast.expiresAt),
      new Date(broadcast.deadlineAt),
      broadcast.offlineError,
    ],
  );
  return rows;
}

/** The end of the statements that update the queued deliveries of a broadcast; $1 is its id. */
const QUEUED_DELIVERIES = `from devices d where x.command_id = $1 and x.state = 'queued' and d.device_id = x.device_id
  returning d.serial, d.user_id`;

/** Settles the queued deliveries of a broadcast that the broker did not accept. @returns their devices. */
export async function failBroadcast(pool: pg.Pool, id: string, error: string): Promise<ChangedDevice[]> {
  const { rows } = await pool.query<ChangedDevice>(
    `update command_deliveries x set state = 'failed', success = false, error = $2,
      error_type = 'websocket_unavailable', settled_at = now() ${QUEUED_DELIVERIES}`,
    [id, error],
  );
  return rows;
}

/** Marks the queued deliveries of a broadcast as sent, once the broker has accepted its message. @returns their devices. */
export async function markBroadcastSent(pool: pg.Pool, id: string): Promise<ChangedDevice[]> {
  const { rows } = await pool.query<ChangedDevice>(
    `update command_deliveries x set state = 'sent', sent_at = now() ${QUEUED_DELIVERIES}`,
    [id],
  );
  return rows;
}
