import { commandErrorText } from '@belfry/schemas/http/commands/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { isReachable } from '../../device-state/index.ts';
import type { ChangedDevice } from '../deliveries/command-events.ts';
import type { CommandParams } from '../sending/command-message.ts';

/** Inserts the command of a run, without deliveries. */
export async function insertRunCommand(
  trx: Kysely<Database>,
  run: { id: string; command: Command; params: CommandParams; issuedBy: number; now: number },
): Promise<void> {
  const at = new Date(run.now);
  await trx
    .insertInto('commands')
    .values({
      id: run.id,
      command: run.command,
      params: JSON.stringify(run.params),
      target: 'run',
      issued_by: run.issuedBy,
      issued_at: at,
      expires_at: at,
    })
    .execute();
}

export type RunWave = {
  id: string;
  command: Command;
  deviceIds: readonly number[];
  /** Only devices of this user; null: of any. */
  ownerId: number | null;
  /** How long the command waits for devices; null: those that are offline fail at once. */
  queueForS: number | null;
  now: number;
};

/**
 * Inserts the deliveries of one wave of a run; each device has at most one. Those of reachable devices, and with `queueForS` those of
 * all devices, are held.
 * @returns the devices.
 */
export async function insertRunDeliveries(trx: Kysely<Database>, wave: RunWave): Promise<ChangedDevice[]> {
  const { expiresAfterMs, runsAtMostMs } = commandTable[wave.command];
  const expiresAt = wave.now + (wave.queueForS === null ? expiresAfterMs : wave.queueForS * 1_000);
  const [now, expires, deadline] = [wave.now, expiresAt, expiresAt + runsAtMostMs].map((at) => new Date(at));
  const { rows } = await sql<ChangedDevice>`
    with target as (
      select d.device_id, not (${sql.raw(isReachable('s.status'))} or ${wave.queueForS !== null}) as offline
      from devices d join device_state s on s.device_id = d.device_id
      where d.device_id = any(${wave.deviceIds}::int4[])
        and (${wave.ownerId}::int is null or d.user_id = ${wave.ownerId})
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, held, success, error, error_type, settled_at,
        issued_at, expires_at, deadline_at)
      select ${wave.id}::uuid, device_id, case when offline then 'failed' else 'queued' end, not offline,
        case when offline then false end,
        case when offline then ${commandErrorText('device_offline', wave.command)} end,
        case when offline then 'device_offline' end, case when offline then ${now}::timestamptz end,
        ${now}::timestamptz, ${expires}::timestamptz, ${deadline}::timestamptz
      from target
      on conflict do nothing
      returning device_id
    )
    select d.serial, d.user_id from delivered join devices d on d.device_id = delivered.device_id`.execute(trx);
  return rows;
}

/** Stops or continues the sending of the deliveries of a run that are held. */
export async function setRunPaused(trx: Kysely<Database>, id: string, paused: boolean): Promise<void> {
  await trx.updateTable('commands').set({ paused }).where('id', '=', id).execute();
}

/** Cancels the deliveries of a run that wait for their devices. @returns the devices. */
export async function cancelRunDeliveries(trx: Kysely<Database>, id: string, now: number): Promise<ChangedDevice[]> {
  const at = new Date(now);
  const { rows } = await sql<ChangedDevice>`
    update command_deliveries x set state = 'cancelled', success = false, settled_at = ${at} from devices d
    where x.command_id = ${id}::uuid and x.held and x.state = 'queued'
      and (x.claimed_until is null or x.claimed_until <= ${at}) and d.device_id = x.device_id
    returning d.serial, d.user_id`.execute(trx);
  return rows;
}
