import { nodesWithRight, visibleDevice } from '../../db/conditions.ts';
import { commandErrorText } from '@belfry/schemas/http/commands/commands';
import { commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isReachable } from '../device-state/index.ts';
import type { ChangedDevice } from './delivery.ts';
import type { CommandParams } from './command.ts';
import { changeInBatches } from '../../db/transact.ts';

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

type RunWave = {
  id: string;
  command: Command;
  deviceIds: readonly number[];
  /** Only devices of this user; null: of any. */
  ownerId: number | null;
  /** Seconds for which the command waits for devices; null: those that are offline fail immediately. */
  queueForS: number | null;
  now: number;
};

/**
 * Inserts the deliveries of one wave of a run; each device has at most one. Those of reachable devices, and with `queueForS` those of
 * all devices, wait to be sent.
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
        and ${visibleDevice(wave.ownerId, 'operate')}
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

export async function setRunPaused(trx: Kysely<Database>, id: string, paused: boolean): Promise<void> {
  await trx.updateTable('commands').set({ paused }).where('id', '=', id).execute();
}

export async function cancelRunDeliveries(trx: Kysely<Database>, id: string, now: number): Promise<ChangedDevice[]> {
  const at = new Date(now);
  const { rows } = await sql<ChangedDevice>`
    update command_deliveries x set state = 'cancelled', success = false, settled_at = ${at} from devices d
    where x.command_id = ${id}::uuid and x.held and x.state = 'queued'
      and (x.claimed_until is null or x.claimed_until <= ${at}) and d.device_id = x.device_id
    returning d.serial, d.user_id`.execute(trx);
  return rows;
}

/** Commands of announcements, which have a stop of their own. */
const OF_ANNOUNCEMENTS: readonly Command[] = ['play', 'stop', 'page_open', 'page_close'];

/**
 * Cancels what a user has issued for devices of this owner that waits for them and that the user may not command now. What was sent to
 * a device that has not accepted it is not sent again. @returns the devices.
 */
export async function cancelWithoutRight(
  trx: Kysely<Database>,
  { userId, ownerId, blocked }: { userId: number; ownerId: number; blocked: boolean },
  now: number,
): Promise<ChangedDevice[]> {
  const at = new Date(now);
  const { rows } = await sql<ChangedDevice>`
    with waiting as (
      select x.command_id, x.device_id, d.serial, d.user_id
      from command_deliveries x join commands c on c.id = x.command_id join devices d on d.device_id = x.device_id
      where x.held and x.state in ('queued', 'sent') and c.issued_by = ${userId}::int
        and c.command <> all(${[...OF_ANNOUNCEMENTS]}::text[]) and d.user_id = ${ownerId}::int
        and (${blocked} or (d.company_id in (${nodesWithRight(userId, 'operate')})) is not true)
    ), paused as (
      update commands c set paused = true from waiting w where c.id = w.command_id
    )
    update command_deliveries x set state = 'cancelled', success = false, settled_at = ${at} from waiting w
    where x.command_id = w.command_id and x.device_id = w.device_id and x.state = 'queued'
      and (x.claimed_until is null or x.claimed_until <= ${at})
    returning w.serial, w.user_id`.execute(trx);
  return rows;
}

/**
 * Deletes the commands to these devices, with their results, and what runs have for them. Broadcasts remain, since they belong
 * to other devices too.
 */
export async function deleteCommandsOf(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from commands c using command_deliveries d
    where d.device_id = any(${deviceIds}::int4[]) and c.id = d.command_id and c.target = 'device'`.execute(trx);
  await sql`
    delete from command_deliveries d using commands c
    where d.device_id = any(${deviceIds}::int4[]) and c.id = d.command_id and c.target = 'run'`.execute(trx);
}

const COMMANDS = 100;

/**
 * Deletes commands that were issued before `before`, with their deliveries and their runs, in batches of one statement each. Those
 * of runs that can still be continued stay.
 */
export async function deleteOldCommands(db: Kysely<Database>, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select c.id from commands c
      where c.issued_at < ${before}
        and not exists (select from command_runs r where r.id = c.id and r.state in ('running', 'paused'))
      order by c.issued_at limit ${COMMANDS}`.execute(db);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await changeInBatches((limit) =>
      sql`delete from command_deliveries where ctid = any(array(
        select ctid from command_deliveries where command_id = any(${ids}::uuid[]) limit ${limit}))`.execute(db),
    );
    await db.deleteFrom('commands').where('id', 'in', ids).execute();
  }
}
