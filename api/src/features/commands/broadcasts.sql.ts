import type pg from 'pg';
import type { NewCommand } from './commands.sql.ts';

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
