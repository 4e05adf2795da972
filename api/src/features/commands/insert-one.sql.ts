import type pg from 'pg';
import { asyncCommitWhere } from '../../db/async-commit.ts';
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
export async function insertOne(pool: pg.Pool, command: IssuedCommand): Promise<TargetDevice | null> {
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
