import { deviceVisibleTo } from '../../db/conditions.ts';
import { RIGHTS } from '@belfry/schemas/domain/rights';
import { insertCommandRows } from '../../audit/audit-of-commands.sql.ts';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import { asyncCommitWhere } from '../../db/transact.ts';
import { unnest } from '../../db/unnest.ts';
import { isReachable } from '../device-state/index.ts';
import type { IssuedCommand, TargetDevice, NewCommand } from './command.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ChangedDevice } from './delivery.ts';

const neededFor = ({ background }: Pick<IssuedCommand, 'background'>): number =>
  RIGHTS[background ? 'read' : 'operate'];

const COMMANDS = unnest(
  'a',
  {
    id: 'uuid',
    serial: 'text',
    command: 'text',
    params: 'text',
    issued_by: 'int4',
    owner_id: 'int4',
    issued_at: 'timestamptz',
    expires_at: 'timestamptz',
    deadline_at: 'timestamptz',
    background: 'bool',
    needed: 'int4',
    key_id: 'int8',
    api_key_id: 'int4',
    door: 'text',
    ip: 'text',
  },
  { ordinality: 'n' },
);

const INSERT = {
  name: 'insert-commands',
  text: `
with requested as materialized (
  select a.*, d.device_id, d.user_id, d.company_id, s.status
  from ${COMMANDS.sql}
  left join devices d on d.serial = a.serial and ${deviceVisibleTo('a.owner_id', 'a.needed')}
  left join device_state s on s.device_id = d.device_id
), issued as (
  insert into commands (id, command, params, target, issued_by, issued_at, expires_at, background)
  select id, command, params::jsonb, 'device', issued_by, issued_at, expires_at, background from requested where ${isReachable('status')}
), delivered as (
  insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
  select id, device_id, 'queued', issued_at, expires_at, deadline_at from requested where ${isReachable('status')}
), audited as (${insertCommandRows(
    {
      user: 'issued_by',
      key: 'key_id',
      apiKey: 'api_key_id',
      door: 'door',
      serial: 'serial',
      command: 'command',
      id: 'id',
      ip: 'ip',
    },
    `requested where door is not null and ${isReachable('status')}`,
  )}
)
select status, user_id, ${asyncCommitWhere('$16')} from requested order by n`,
};

/**
 * Inserts commands with their deliveries. A row is only written where the device can receive commands. If all of them have `asyncCommit`, the rows
 * are visible afterwards, but may not be durable yet.
 * @returns the device of each command, in the order of the commands; null where the caller has no such device.
 */
export async function insertCommands(
  pool: pg.Pool,
  commands: readonly IssuedCommand[],
): Promise<(TargetDevice | null)[]> {
  const values = COMMANDS.values(
    commands.map((command) => ({
      id: command.id,
      serial: command.serial,
      command: command.command,
      params: JSON.stringify(command.params),
      issued_by: command.issuedBy,
      owner_id: command.ownerId,
      issued_at: command.issuedAt,
      expires_at: command.expiresAt,
      deadline_at: command.deadlineAt,
      background: command.background,
      needed: neededFor(command),
      key_id: command.origin?.key_id ?? null,
      api_key_id: command.origin?.api_key_id ?? null,
      door: command.origin?.door ?? null,
      ip: command.origin?.ip ?? null,
    })),
  );
  type Row = { status: TargetDevice['status'] | null; user_id: number | null };
  const { rows } = await pool.query<Row>({
    ...INSERT,
    values: [...values, commands.every(({ asyncCommit }) => asyncCommit)],
  });
  return rows.map(({ status, user_id }) => status && { status, user_id });
}

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

type NewBroadcast = Omit<NewCommand, 'serial' | 'ownerId'> & { offlineError: string };

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

export const failBroadcast = (db: Kysely<Database>, id: string, error: string): Promise<ChangedDevice[]> =>
  changeQueued(
    db,
    id,
    sql`state = 'failed', success = false, error = ${error}, error_type = 'websocket_unavailable', settled_at = now()`,
  );

export const markBroadcastSent = (db: Kysely<Database>, id: string): Promise<ChangedDevice[]> =>
  changeQueued(db, id, sql`state = 'sent', sent_at = now()`);

async function changeQueued(db: Kysely<Database>, id: string, changes: RawBuilder<unknown>): Promise<ChangedDevice[]> {
  const { rows } = await sql<ChangedDevice>`
    update command_deliveries x set ${changes} from devices d
    where x.command_id = ${id} and x.state = 'queued' and d.device_id = x.device_id
    returning d.serial, d.user_id`.execute(db);
  return rows;
}
