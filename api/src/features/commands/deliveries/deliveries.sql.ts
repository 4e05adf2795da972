import { commandErrorText, HELD_EXPIRED, type DeliveryState } from '@belfry/schemas/http/commands/commands';
import { COMMANDS } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import { unnest } from '../../../db/unnest.ts';
import { applyOne } from './apply-one.sql.ts';
import { CHANGE_COLUMNS, SET_CHANGE, toChangeRow } from './change-row.ts';
import type { DeliveryChange } from './delivery-change.ts';
import type { ChangedDevice } from './command-events.ts';
import { DEADLINE_TRANSITIONS } from './delivery-states.ts';

const CHANGES = unnest('a', CHANGE_COLUMNS, { ordinality: 'n' });

const APPLY = {
  name: 'apply-changes',
  text: `
with incoming as materialized (
  select a.*, d.user_id, d.device_id
  from ${CHANGES.sql}
  left join devices d on d.serial = a.serial
), changed as (
  update command_deliveries x set
    ${SET_CHANGE}
  from incoming
  where x.command_id = incoming.id and x.device_id = incoming.device_id and x.state = any(string_to_array(incoming.from_states, ' '))
  returning incoming.n, incoming.user_id
), done as (
  select array_agg(n::int order by n) as applied, array_agg(user_id order by n) as owners from changed
), unknown as (
  select array_agg(n::int) as foreign_changes from incoming
  where n not in (select n from changed)
    and not exists (select from command_deliveries x where x.command_id = incoming.id and x.device_id = incoming.device_id)
)
select * from done, unknown`,
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
  const [only] = changes;
  const device = only && changes.length === 1 ? await applyOne(pool, only) : null;
  if (device) return { foreign: [], applied: [0], devices: [device] };
  const values = CHANGES.values(changes.map(toChangeRow));
  type Row = { foreign_changes: number[] | null; applied: number[] | null; owners: (number | null)[] | null };
  const { rows } = await pool.query<Row>({ ...APPLY, values });
  const positions = (from: number[] | null | undefined): number[] => (from ?? []).map((n) => n - 1);
  const [row] = rows;
  const applied = positions(row?.applied);
  const devices = applied.flatMap((position, at) => {
    const change = changes[position];
    return change ? { serial: change.serial, user_id: row?.owners?.[at] ?? null } : [];
  });
  return { foreign: positions(row?.foreign_changes), applied, devices };
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
