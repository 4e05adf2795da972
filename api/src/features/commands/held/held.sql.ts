import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { ChangedDevice } from '../deliveries/command-events.ts';
import { isReachable } from '../../device-state/index.ts';
import type { NewCommand } from '../issued-command.ts';

/** The maximum number of commands that wait for one device; see CMD-17. */
const MAX_WAITING = 50;
/** Longer than a publish takes: an instance that has not stored the result by then is dead. */
const LEASE_MS = 10_000;

/** The device that a command is held for; `full`: too many wait for it already, and none was inserted. */
export type HeldFor = { status: DeviceStatus; user_id: number | null; full: boolean };

/** Inserts a command that waits for its device. @returns the device; undefined if the caller has no such device. */
export async function insertHeld(db: Kysely<Database>, command: NewCommand): Promise<HeldFor | undefined> {
  const { id, serial, issuedBy, ownerId } = command;
  const [issuedAt, expiresAt, deadlineAt] = [command.issuedAt, command.expiresAt, command.deadlineAt].map(
    (ms) => new Date(ms),
  );
  const { rows } = await sql<HeldFor>`
    with target as (
      select d.device_id, d.user_id, s.status, ${sql.lit(MAX_WAITING)} <= (
        select count(*) from command_deliveries x where x.device_id = d.device_id and x.held and x.state = 'queued') as full
      from devices d join device_state s on s.device_id = d.device_id
      where d.serial = ${serial} and (${ownerId}::int is null or d.user_id = ${ownerId})
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

/** Which held deliveries: those of one command, those for some devices, or all. */
export type HeldScope = { commandId?: string; serials?: readonly string[] };

export type DueDelivery = {
  command_id: string;
  serial: string;
  command: Command;
  params: Record<string, unknown>;
  issued_at: Date;
  expires_at: Date;
};

/**
 * Claims held deliveries whose devices can receive them now, the oldest first. A claim lapses after 10 s, so that another
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
