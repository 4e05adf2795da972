import type { Command } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import { asyncCommitWhere } from '../../db/async-commit.ts';
import { unnest } from '../../db/unnest.ts';
import { isReachable } from '../device-state/index.ts';
import type { IssuedCommand, TargetDevice } from './issued-command.ts';

const INSERT_ONE = {
  name: 'insert-command',
  text: `
with target as materialized (
  select d.device_id, d.user_id, s.status
  from devices d join device_state s on s.device_id = d.device_id
  where d.serial = $2::text and ($3::int4 is null or d.user_id = $3::int4)
), issued as (
  insert into commands (id, command, params, target, issued_by, issued_at, expires_at, background)
  select $1::uuid, $4::text, $5::jsonb, 'device', $6::int4, $7::timestamptz, $8::timestamptz, $10::boolean from target where ${isReachable('status')}
), delivered as (
  insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
  select $1::uuid, device_id, 'queued', $7::timestamptz, $8::timestamptz, $9::timestamptz from target where ${isReachable('status')}
)
select status, user_id, ${asyncCommitWhere('$11')} from target`,
};
const toTimestamp = (ms: number): string => new Date(ms).toISOString();
/**
 * Inserts one command as insertCommands does, without arrays, since most commands are sent one at a time.
 * @returns its device; null where the caller has no such device
 */
async function insertOne(pool: pg.Pool, command: IssuedCommand): Promise<TargetDevice | null> {
  const { id, serial, ownerId, params, issuedBy, issuedAt, expiresAt, deadlineAt } = command;
  const times = [issuedAt, expiresAt, deadlineAt].map(toTimestamp);
  const values = [
    id,
    serial,
    ownerId,
    command.command,
    JSON.stringify(params),
    issuedBy,
    ...times,
    command.background,
    command.asyncCommit,
  ];
  const { rows } = await pool.query<TargetDevice>({ ...INSERT_ONE, values });
  const [device] = rows;
  return device ? { status: device.status, user_id: device.user_id } : null;
}

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
  },
  { ordinality: 'n' },
);

const INSERT = {
  name: 'insert-commands',
  text: `
with requested as materialized (
  select a.*, d.device_id, d.user_id, s.status
  from ${COMMANDS.sql}
  left join devices d on d.serial = a.serial and (a.owner_id is null or d.user_id = a.owner_id)
  left join device_state s on s.device_id = d.device_id
), issued as (
  insert into commands (id, command, params, target, issued_by, issued_at, expires_at, background)
  select id, command, params::jsonb, 'device', issued_by, issued_at, expires_at, background from requested where ${isReachable('status')}
), delivered as (
  insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
  select id, device_id, 'queued', issued_at, expires_at, deadline_at from requested where ${isReachable('status')}
)
select status, user_id, ${asyncCommitWhere('$11')} from requested order by n`,
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
  const [only] = commands;
  if (only && commands.length === 1) return [await insertOne(pool, only)];
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
    })),
  );
  type Row = { status: TargetDevice['status'] | null; user_id: number | null };
  const { rows } = await pool.query<Row>({
    ...INSERT,
    values: [...values, commands.every(({ asyncCommit }) => asyncCommit)],
  });
  return rows.map(({ status, user_id }) => status && { status, user_id });
}

/** The names of commands by their ids. Unknown ids are absent. */
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
