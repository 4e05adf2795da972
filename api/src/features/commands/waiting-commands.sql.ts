import { visibleDevice } from '../../db/conditions.ts';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { type Command, commandTable } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ChangedDevice } from './delivery.ts';
import { isReachable } from '../device-state/index.ts';
import type { NewCommand, CommandParams } from './command.ts';
import { type DeliveryState, commandErrorText } from '@belfry/schemas/http/commands/commands';

/** The maximum number of commands that wait for one device; see CMD-17. */
const MAX_WAITING = 50;
/** Longer than a publish takes: an instance that has not stored the result by then is dead. */
const LEASE_MS = 10_000;

/** The device that a command is held for; `full`: too many wait for it already, and none was inserted. */
type WaitingFor = { status: DeviceStatus; user_id: number | null; full: boolean };

/** Inserts a command that waits for its device. @returns the device; undefined if the caller has no such device. */
export async function insertWaiting(db: Kysely<Database>, command: NewCommand): Promise<WaitingFor | undefined> {
  const { id, serial, issuedBy, ownerId } = command;
  const [issuedAt, expiresAt, deadlineAt] = [command.issuedAt, command.expiresAt, command.deadlineAt].map(
    (ms) => new Date(ms),
  );
  const { rows } = await sql<WaitingFor>`
    with target as (
      select d.device_id, d.user_id, s.status, ${sql.lit(MAX_WAITING)} <= (
        select count(*) from command_deliveries x where x.device_id = d.device_id and x.held and x.state = 'queued') as full
      from devices d join device_state s on s.device_id = d.device_id
      where d.serial = ${serial} and ${visibleDevice(ownerId, 'operate')}
    ), issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      select ${id}::uuid, ${command.command}, ${JSON.stringify(command.params)}::jsonb, 'device', ${issuedBy}::int, ${issuedAt}::timestamptz,
        ${expiresAt}::timestamptz
      from target where not target.full
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, held, issued_at, expires_at, deadline_at)
      select ${id}::uuid, device_id, 'queued', true, ${issuedAt}::timestamptz, ${expiresAt}::timestamptz, ${deadlineAt}::timestamptz
      from target where not target.full
    )
    select status, user_id, target.full from target`.execute(db);
  return rows[0];
}

export type WaitingScope = { commandId?: string; serials?: readonly string[] };

export type DueDelivery = {
  command_id: string;
  serial: string;
  command: Command;
  params: Record<string, unknown>;
  issued_at: Date;
  expires_at: Date;
};

/**
 * Claims waiting deliveries whose devices can receive them now, the oldest first. A claim lapses after 10 s, so that another
 * instance publishes what a dead one has not.
 */
export async function claimDue(
  db: Kysely<Database>,
  { commandId = null, serials = null }: { commandId?: string | null; serials?: readonly string[] | null },
  { now, limit }: { now: number; limit: number },
): Promise<DueDelivery[]> {
  const at = new Date(now);
  const { rows } = await sql<DueDelivery>`
    with due as (
      select x.command_id, x.device_id, d.serial, c.command, c.params
      from command_deliveries x
      join device_state s on s.device_id = x.device_id
      join devices d on d.device_id = x.device_id
      join commands c on c.id = x.command_id
      where x.held and x.state = 'queued' and ${sql.raw(isReachable('s.status'))} and not c.paused
        and x.expires_at > ${at} and (x.claimed_until is null or x.claimed_until <= ${at})
        and (${commandId}::uuid is null or x.command_id = ${commandId})
        and (${serials}::text[] is null or d.serial = any(${serials}::text[]))
      order by x.issued_at limit ${limit}
      for update of x skip locked
    )
    update command_deliveries x set claimed_until = ${new Date(now + LEASE_MS)} from due
    where x.command_id = due.command_id and x.device_id = due.device_id
    returning x.command_id, due.serial, due.command, due.params, x.issued_at, x.expires_at`.execute(db);
  return rows;
}

/** Holds again what was sent to a device that went offline before it accepted the command. @returns the devices. */
export async function requeueUnreachable(db: Kysely<Database>, now: number): Promise<ChangedDevice[]> {
  const { rows } = await sql<ChangedDevice>`
    update command_deliveries x set state = 'queued', sent_at = null, claimed_until = null
    from device_state s join devices d on d.device_id = s.device_id
    where x.held and x.state = 'sent' and x.expires_at > ${new Date(now)}
      and s.device_id = x.device_id and not ${sql.raw(isReachable('s.status'))}
    returning d.serial, d.user_id`.execute(db);
  return rows;
}

const REPEAT_MS = 10_000;
/** A command that the device has not accepted is repeated less often, since most devices answer immediately. */
const UNACCEPTED_MS = 30_000;
const LIMIT = 500;

/**
 * Claims waiting deliveries of reachable devices that have been silent for too long: the broker may have died with a message. A device
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

type Cancelled = ChangedDevice & { state: DeliveryState; cancelled: boolean };

/**
 * Cancels a delivery that waits for its device. One that is being published is not cancelled.
 * @returns undefined if the caller has no such delivery.
 */
export async function cancelWaitingOne(
  db: Kysely<Database>,
  { serial, commandId, ownerId }: { serial: string; commandId: string; ownerId: number | null },
  now: number,
): Promise<Cancelled | undefined> {
  const at = new Date(now);
  const { rows } = await sql<Cancelled>`
    with target as (
      select x.command_id, x.device_id, x.state, d.serial, d.user_id
      from command_deliveries x join devices d on d.device_id = x.device_id
      where x.command_id = ${commandId} and d.serial = ${serial} and ${visibleDevice(ownerId, 'operate')}
    ), changed as (
      update command_deliveries x set state = 'cancelled', success = false, settled_at = ${at} from target t
      where x.command_id = t.command_id and x.device_id = t.device_id
        and x.held and x.state = 'queued' and (x.claimed_until is null or x.claimed_until <= ${at})
      returning x.device_id
    )
    select serial, user_id, state, exists (select from changed) as cancelled from target`.execute(db);
  return rows[0];
}

type NewCommandForMany = {
  id: string;
  command: Command;
  params: CommandParams;
  issuedBy: number | null;
  deviceIds: readonly number[];
  now: number;
  expiresAt: number;
  /** It waits for devices that are offline until it expires; otherwise their deliveries fail immediately. */
  waits: boolean;
  /** A query that locks the row of what the command is for; where it finds none nothing is inserted. */
  onlyWhile?: RawBuilder<unknown> | undefined;
};
type DeviceOfMany = ChangedDevice & { device_id: number; offline: boolean };

/**
 * Inserts the command and its deliveries, which wait to be dispatched, in one statement. What exists already is not inserted again.
 * @returns the devices; none where `onlyWhile` finds nothing
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
    with alive as (
      ${given.onlyWhile ?? sql`select`}
    ), target as (
      select d.device_id, d.serial, d.user_id, not ${sql.raw(isReachable('s.status'))} as offline
      from devices d join device_state s on s.device_id = d.device_id
      where d.device_id = any(${given.deviceIds}::int4[]) and exists (select from alive)
    ), issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      select ${id}::uuid, ${command}, ${JSON.stringify(given.params)}::jsonb, 'run', ${given.issuedBy}::int, ${now}, ${expiresAt}
      where exists (select from alive)
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

/** `underway`: the message is being published, or was. */
export type CancelledForMany = ChangedDevice & { device_id: number; underway: boolean };

/** Cancels what waits of these commands. */
export async function cancelWaiting(
  db: Kysely<Database>,
  commandIds: readonly string[],
  now: number,
): Promise<CancelledForMany[]> {
  const at = new Date(now);
  const { rows } = await sql<CancelledForMany>`
    update command_deliveries x set state = 'cancelled', success = false, settled_at = ${at} from devices d
    where x.command_id = any(${commandIds}::uuid[]) and x.held and x.state = 'queued' and d.device_id = x.device_id
    returning d.serial, d.user_id, x.device_id, coalesce(x.claimed_until > ${at}, false) as underway`.execute(db);
  return rows;
}
