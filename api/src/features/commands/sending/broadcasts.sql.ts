import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { ChangedDevice } from '../deliveries/command-events.ts';
import type { NewCommand } from '../issued-command.ts';

export type NewBroadcast = Omit<NewCommand, 'serial' | 'ownerId'> & { offlineError: string };

/**
 * Inserts one command and a delivery for every device. Commands are not retained, so a device that is offline now never
 * receives this one: its delivery is inserted as failed.
 * @returns the devices, one for each delivery.
 */
export async function insertBroadcast(db: Kysely<Database>, broadcast: NewBroadcast): Promise<ChangedDevice[]> {
  const { id, command, issuedBy, offlineError } = broadcast;
  const [issuedAt, expiresAt, deadlineAt] = [broadcast.issuedAt, broadcast.expiresAt, broadcast.deadlineAt].map(
    (ms) => new Date(ms),
  );
  const { rows } = await sql<ChangedDevice>`
    with issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      values (${id}, ${command}, ${JSON.stringify(broadcast.params)}::jsonb, 'fleet', ${issuedBy}, ${issuedAt}, ${expiresAt})
      returning id, issued_at, expires_at
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, success, error, error_type, settled_at, issued_at, expires_at, deadline_at)
      select i.id, s.device_id, case when offline then 'failed' else 'queued' end, case when offline then false end,
        case when offline then ${offlineError} end, case when offline then 'device_offline' end, case when offline then i.issued_at end,
        i.issued_at, i.expires_at, ${deadlineAt}::timestamptz
      from issued i cross join (select device_id, status = 'offline' as offline from device_state) s
      returning device_id
    )
    select d.serial, d.user_id from delivered join devices d using (device_id)`.execute(db);
  return rows;
}

/** Settles the queued deliveries of a broadcast that the broker did not accept. @returns their devices. */
export const failBroadcast = (db: Kysely<Database>, id: string, error: string): Promise<ChangedDevice[]> =>
  changeQueued(
    db,
    id,
    sql`state = 'failed', success = false, error = ${error}, error_type = 'websocket_unavailable', settled_at = now()`,
  );

/** Marks the queued deliveries of a broadcast as sent, once the broker has accepted its message. @returns their devices. */
export const markBroadcastSent = (db: Kysely<Database>, id: string): Promise<ChangedDevice[]> =>
  changeQueued(db, id, sql`state = 'sent', sent_at = now()`);

async function changeQueued(db: Kysely<Database>, id: string, changes: RawBuilder<unknown>): Promise<ChangedDevice[]> {
  const { rows } = await sql<ChangedDevice>`
    update command_deliveries x set ${changes} from devices d
    where x.command_id = ${id} and x.state = 'queued' and d.device_id = x.device_id
    returning d.serial, d.user_id`.execute(db);
  return rows;
}
