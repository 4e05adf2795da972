import { commandErrorText, HELD_EXPIRED, type DeliveryState } from '@belfry/schemas/http/commands';
import { COMMANDS } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import { unnest } from '../../../db/unnest.ts';
import { settles, type DeliveryChange } from './delivery-change.ts';
import type { ChangedDevice } from './command-events.ts';
import { DEADLINE_TRANSITIONS, TRANSITIONS } from './delivery-states.ts';

const CHANGES = unnest(
  'a',
  {
    id: 'uuid',
    serial: 'text',
    state: 'text',
    from_states: 'text',
    phase: 'text',
    progress: 'text',
    result: 'text',
    error: 'text',
    error_type: 'text',
    execution_time_ms: 'int4',
    sent_at: 'timestamptz',
    accepted_at: 'timestamptz',
    deadline_at: 'timestamptz',
    settled_at: 'timestamptz',
    settles: 'bool',
  },
  { ordinality: 'n' },
);

const APPLY = {
  name: 'apply-changes',
  text: `
with incoming as materialized (
  select a.*, d.user_id, x.device_id, x.command_id is not null as known
  from ${CHANGES.sql}
  left join devices d on d.serial = a.serial
  left join command_deliveries x on x.command_id = a.id and x.device_id = d.device_id
), changed as (
  update command_deliveries x set
    state = incoming.state,
    phase = coalesce(incoming.phase, x.phase),
    progress = coalesce(incoming.progress::jsonb, x.progress),
    success = case when incoming.settles then incoming.state = 'succeeded' end,
    result = incoming.result::jsonb,
    error = incoming.error,
    error_type = incoming.error_type,
    execution_time_ms = incoming.execution_time_ms,
    sent_at = coalesce(x.sent_at, incoming.sent_at),
    accepted_at = coalesce(x.accepted_at, incoming.accepted_at),
    deadline_at = case when x.accepted_at is null then coalesce(incoming.deadline_at, x.deadline_at) else x.deadline_at end,
    settled_at = incoming.settled_at
  from incoming
  where x.command_id = incoming.id and x.device_id = incoming.device_id and x.state = any(string_to_array(incoming.from_states, ' '))
  returning incoming.n, incoming.serial, incoming.user_id
)
select array_agg(n::int) filter (where not known) as foreign_changes,
  (select array_agg(n::int order by n) from changed) as applied,
  (select json_agg(json_build_object('serial', serial, 'user_id', user_id)) from changed) as devices
from incoming`,
};

export type Applied = {
  /** The positions of changes whose delivery does not exist. */
  foreign: number[];
  /** The positions of changes that the state machine allowed. */
  applied: number[];
  /** The devices of the applied changes. */
  devices: ChangedDevice[];
};

/** Applies changes of different deliveries, each if the state of its delivery allows it (TRANSITIONS). */
export async function applyChanges(pool: pg.Pool, changes: readonly DeliveryChange[]): Promise<Applied> {
  const json = (value: Record<string, unknown> | null): string | null => value && JSON.stringify(value);
  const values = CHANGES.values(
    changes.map((change) => ({
      id: change.commandId,
      serial: change.serial,
      state: TRANSITIONS[change.event].to,
      from_states: TRANSITIONS[change.event].from.join(' '),
      phase: change.phase,
      progress: json(change.progress),
      result: json(change.result),
      error: change.error,
      error_type: change.errorType,
      execution_time_ms: change.executionTimeMs,
      sent_at: change.sentAt,
      accepted_at: change.acceptedAt,
      deadline_at: change.deadlineAt,
      settled_at: settles(change) ? change.at : null,
      settles: settles(change),
    })),
  );
  type Row = { foreign_changes: number[] | null; applied: number[] | null; devices: ChangedDevice[] | null };
  const { rows } = await pool.query<Row>({ ...APPLY, values });
  const positions = (from: number[] | null | undefined): number[] => (from ?? []).map((n) => n - 1);
  const [row] = rows;
  return { foreign: positions(row?.foreign_changes), applied: positions(row?.applied), devices: row?.devices ?? [] };
}

export type ExpiredDelivery = ChangedDevice & { command_id: string; state: DeliveryState };

const quoted = (states: readonly DeliveryState[]): string => states.map((state) => `'${state}'`).join(', ');

/** Settles the deliveries whose deadline has passed, by the server's clock in milliseconds; see DEADLINE_TRANSITIONS. */
export async function expireDeliveries(pool: pg.Pool, now: number): Promise<ExpiredDelivery[]> {
  const { undelivered, unfinished } = DEADLINE_TRANSITIONS;
  const settle = (to: DeliveryState): string =>
    `update command_deliveries x set state = '${to}', success = false,
      error = case when x.held and x.state = 'queued' then $4 else t.error end,
      error_type = case when x.held and x.state = 'queued' then 'device_offline' else 'command_timeout' end,
      settled_at = $1 from commands c join texts t on t.command = c.command, devices d
      where c.id = x.command_id and d.device_id = x.device_id`;
  const { rows } = await pool.query<ExpiredDelivery>(
    `with texts as (select * from unnest($2::text[], $3::text[]) as t (command, error)),
    expired as (${settle(undelivered.to)} and x.state in (${quoted(undelivered.from)}) and x.expires_at < $1
      returning x.command_id, x.state, d.serial, d.user_id),
    timed_out as (${settle(unfinished.to)} and x.state in (${quoted(unfinished.from)}) and x.deadline_at < $1
      returning x.command_id, x.state, d.serial, d.user_id)
    select * from expired union all select * from timed_out`,
    [new Date(now), COMMANDS, COMMANDS.map((command) => commandErrorText('command_timeout', command)), HELD_EXPIRED],
  );
  return rows;
}
