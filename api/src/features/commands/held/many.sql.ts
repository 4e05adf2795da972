import { commandErrorText } from '@belfry/schemas/http/commands/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { isReachable } from '../../device-state/index.ts';
import type { ChangedDevice } from '../deliveries/command-events.ts';
import type { CommandParams } from '../sending/command-message.ts';

/** One command for many devices. */
export type NewCommandForMany = {
  id: string;
  command: Command;
  params: CommandParams;
  issuedBy: number | null;
  deviceIds: readonly number[];
  now: number;
  expiresAt: number;
  /** It waits for devices that are offline until it expires; otherwise their deliveries fail at once. */
  waits: boolean;
};
export type DeviceOfMany = ChangedDevice & { device_id: number; offline: boolean };

/**
 * Inserts the command and its deliveries, which wait to be dispatched, in one statement. What exists already is not inserted again.
 * @returns the devices
 */
export async function insertCommandForMany(db: Kysely<Database>, given: NewCommandForMany): Promise<DeviceOfMany[]> {
  const { id, command, waits } = given;
  const [now, expiresAt, deadlineAt] = [
    given.now,
    given.expiresAt,
    given.expiresAt + commandTable[command].runsAtMostMs,
  ].map((ms) => sql`${new Date(ms)}::timestamptz`);
  const fails = sql`(offline and not ${waits}::bool)`;
  const { rows } = await sql<DeviceOfMany>`
    with target as (
      select d.device_id, d.serial, d.user_id, not ${sql.raw(isReachable('s.status'))} as offline
      from devices d join device_state s on s.device_id = d.device_id where d.device_id = any(${given.deviceIds}::int4[])
    ), issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      values (${id}, ${command}, ${JSON.stringify(given.params)}::jsonb, 'run', ${given.issuedBy}, ${now}, ${expiresAt})
      on conflict do nothing
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, held, success, error, error_type, settled_at,
        issued_at, expires_at, deadline_at)
      select ${id}::uuid, device_id, case when ${fails} then 'failed' else 'queued' end, not ${fails},
        case when ${fails} then false end, case when ${fails} then ${commandErrorText('device_offline', command)} end,
        case when ${fails} then 'device_offline' end, case when ${fails} then ${now} end,
        ${now}, ${expiresAt}, ${deadlineAt}
      from target
      on conflict do nothing
    )
    select device_id, serial, user_id, offline from target`.execute(db);
  return rows;
}

/** Cancels the deliveries of these commands that wait for their devices. @returns the devices. */
export async function cancelWaiting(
  db: Kysely<Database>,
  commandIds: readonly string[],
  now: number,
): Promise<ChangedDevice[]> {
  const { rows } = await sql<ChangedDevice>`
    update command_deliveries x set state = 'cancelled', success = false, settled_at = ${new Date(now)} from devices d
    where x.command_id = any(${commandIds}::uuid[]) and x.held and x.state = 'queued' and d.device_id = x.device_id
    returning d.serial, d.user_id`.execute(db);
  return rows;
}
