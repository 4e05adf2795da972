import { canReceiveCommands, DEVICE_STATUSES, type DeviceStatus } from '@belfry/schemas/domain/device';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { instantArray, int4Array, textArray } from '../../db/binary-arrays.ts';
import type { Database } from '../../db/database.ts';

const REACHABLE = DEVICE_STATUSES.filter(canReceiveCommands);

export type NewCommand = {
  id: string;
  serial: string;
  command: Command;
  params: Record<string, unknown>;
  issuedBy: number;
  /** Only devices of this user exist for the caller; null: all do. */
  ownerId: number | null;
  issuedAt: number;
  expiresAt: number;
  deadlineAt: number;
};

const reachable = `array[${REACHABLE.map((status) => `'${status}'`).join(', ')}]`;

const INSERT = {
  name: 'insert-commands',
  text: `
with asked as materialized (
  select a.*, d.device_id, s.status
  from unnest($1::text[]::uuid[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::int4[], $7::timestamptz[],
    $8::timestamptz[], $9::timestamptz[]) with ordinality
    as a (id, serial, command, params, issued_by, owner_id, issued_at, expires_at, deadline_at, n)
  left join devices d on d.serial = a.serial and (a.owner_id is null or d.user_id = a.owner_id)
  left join device_state s on s.device_id = d.device_id
), issued as (
  insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
  select id, command, params::jsonb, 'device', issued_by, issued_at, expires_at from asked where status = any(${reachable})
), delivered as (
  insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
  select id, device_id, 'queued', issued_at, expires_at, deadline_at from asked where status = any(${reachable})
)
select status from asked order by n`,
};

/**
 * Writes commands with their deliveries, each for one device that is reachable.
 * @returns per command the status of its device, null where the caller has no such device; a row is only written where
 *   the device can receive commands.
 */
export async function insertCommands(pool: pg.Pool, commands: readonly NewCommand[]): Promise<(DeviceStatus | null)[]> {
  const values = [
    textArray(commands.map(({ id }) => id)),
    textArray(commands.map(({ serial }) => serial)),
    textArray(commands.map(({ command }) => command)),
    textArray(commands.map(({ params }) => JSON.stringify(params))),
    int4Array(commands.map(({ issuedBy }) => issuedBy)),
    int4Array(commands.map(({ ownerId }) => ownerId)),
    instantArray(commands.map(({ issuedAt }) => issuedAt)),
    instantArray(commands.map(({ expiresAt }) => expiresAt)),
    instantArray(commands.map(({ deadlineAt }) => deadlineAt)),
  ];
  const { rows } = await pool.query<{ status: DeviceStatus | null }>({ ...INSERT, values });
  return rows.map(({ status }) => status);
}

export type NewBroadcast = Omit<NewCommand, 'serial' | 'ownerId'> & { offlineError: string };

/**
 * One command and a delivery for every device. Who is offline now will not hear of it (a command is never retained), so
 * those deliveries have failed from the start.
 * @returns how many deliveries there are.
 */
export async function insertBroadcast(pool: pg.Pool, broadcast: NewBroadcast): Promise<number> {
  const { rows } = await pool.query<{ devices: number }>(
    `with issued as (
      insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
      values ($1, $2, $3::jsonb, 'fleet', $4, $5, $6) returning id, issued_at, expires_at
    ), delivered as (
      insert into command_deliveries (command_id, device_id, state, success, error, error_type, settled_at, issued_at, expires_at, deadline_at)
      select i.id, s.device_id, case when gone then 'failed' else 'queued' end, case when gone then false end,
        case when gone then $8 end, case when gone then 'device_offline' end, case when gone then i.issued_at end,
        i.issued_at, i.expires_at, $7::timestamptz
      from issued i cross join (select device_id, status = 'offline' as gone from device_state) s
      returning 1
    )
    select count(*)::int as devices from delivered`,
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
  return rows[0]?.devices ?? 0;
}

/** Settles every open delivery of a broadcast that could not be published. */
export async function failBroadcast(pool: pg.Pool, id: string, error: string): Promise<void> {
  await pool.query(
    `update command_deliveries set state = 'failed', success = false, error = $2, error_type = 'websocket_unavailable',
      settled_at = now() where command_id = $1 and state = 'queued'`,
    [id, error],
  );
}

/** Marks the open deliveries of a broadcast that the broker has. */
export async function markBroadcastSent(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `update command_deliveries set state = 'sent', sent_at = now() where command_id = $1 and state = 'queued'`,
    [id],
  );
}

/** Which commands these ids are; ids that nobody issued are absent. */
export async function findCommandNames(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<{ id: string; command: Command }[]> {
  const { rows } = await pool.query<{ id: string; command: Command }>({
    name: 'find-command-names',
    text: `select id, command from commands where id = any($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Deletes the commands that went to these devices alone, with their results; broadcasts stay. */
export async function deleteCommandsOf(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from commands c using command_deliveries d
    where d.device_id = any(${int4Array(deviceIds)}::int4[]) and c.id = d.command_id and c.target = 'device'`.execute(
    trx,
  );
}
