import { commandErrorText } from '@belfry/schemas/http/commands/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import { int4Array } from '../../../db/binary-arrays.ts';
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
export async function insertCommandForMany(pool: pg.Pool, given: NewCommandForMany): Promise<DeviceOfMany[]> {
  const { rows } = await pool.query<DeviceOfMany>({
    name: 'insert-command-for-many',
    text: `with target as (
      select d.device_id, d.serial, d.user_id, not ${isReachable('s.status')} as offline
      from devices d join device_state s on s.device_id = d.device_id where d.device_id = any($5::int4[])
    ), issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      values ($1, $2, $3::jsonb, 'run', $4, $6, $7) on conflict do nothing
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, held, success, error, error_type, settled_at,
        issued_at, expires_at, deadline_at)
      select $1, device_id, case when offline and not $9 then 'failed' else 'queued' end, $9 or not offline,
        case when offline and not $9 then false end, case when offline and not $9 then $10 end,
        case when offline and not $9 then 'device_offline' end, case when offline and not $9 then $6::timestamptz end,
        $6, $7, $8
      from target
      on conflict do nothing
    )
    select device_id, serial, user_id, offline from target`,
    values: [
      given.id,
      given.command,
      JSON.stringify(given.params),
      given.issuedBy,
      int4Array(given.deviceIds),
      new Date(given.now),
      new Date(given.expiresAt),
      new Date(given.expiresAt + commandTable[given.command].runsAtMostMs),
      given.waits,
      commandErrorText('device_offline', given.command),
    ],
  });
  return rows;
}

/** Cancels the deliveries of these commands that wait for their devices. @returns the devices. */
export async function cancelWaiting(
  pool: pg.Pool,
  commandIds: readonly string[],
  now: number,
): Promise<ChangedDevice[]> {
  const { rows } = await pool.query<ChangedDevice>(
    `update command_deliveries x set state = 'cancelled', success = false, settled_at = $2 from devices d
      where x.command_id = any($1::uuid[]) and x.held and x.state = 'queued' and d.device_id = x.device_id
      returning d.serial, d.user_id`,
    [commandIds, new Date(now)],
  );
  return rows;
}
