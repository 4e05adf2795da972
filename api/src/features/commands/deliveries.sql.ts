import type pg from 'pg';
import { unnest, type UnnestRow } from '../../db/unnest.ts';
import { type DeliveryChange, settles, type ChangedDevice, TRANSITIONS, DEADLINE_TRANSITIONS } from './delivery.ts';
import { commandErrorText, DEVICE_STAYED_OFFLINE, type DeliveryState } from '@belfry/schemas/http/commands/commands';
import { COMMANDS } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';

const CHANGE_COLUMNS = {
  command_id: 'uuid',
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
} as const;
const SET_CHANGE = `state = incoming.state,
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
    settled_at = incoming.settled_at`;
const json = (value: Record<string, unknown> | null): string | null => value && JSON.stringify(value);
const toChangeRow = (change: DeliveryChange): UnnestRow<typeof CHANGE_COLUMNS> => ({
  ...change,
  state: TRANSITIONS[change.event].to,
  from_states: TRANSITIONS[change.event].from.join(' '),
  progress: json(change.progress),
  result: json(change.result),
  settled_at: settles(change) ? change.at : null,
  settles: settles(change),
});

const NAMES = Object.keys(CHANGE_COLUMNS) as (keyof typeof CHANGE_COLUMNS)[];
const parameterOf = (name: (typeof NAMES)[number]): string => `$${NAMES.indexOf(name) + 1}::${CHANGE_COLUMNS[name]}`;
/** The device is found by itself, because a join would read all deliveries of a broadcast for the response of one device. */
const APPLY_ONE = {
  name: 'apply-change',
  text: `
update command_deliveries x set
    ${SET_CHANGE}
from (values (${NAMES.map(parameterOf).join(', ')})) as incoming (${NAMES.join(', ')})
where x.command_id = incoming.command_id and x.device_id = (select device_id from devices where serial = ${parameterOf('serial')})
  and x.state = any(string_to_array(incoming.from_states, ' '))
returning (select user_id from devices d where d.device_id = x.device_id) as user_id`,
};
/**
 * Applies one change, for half of what the statement for several costs, since most commands are sent one at a time.
 * @returns its device; null if there is no such delivery or its state does not allow the change
 */
async function applyOne(pool: pg.Pool, change: DeliveryChange): Promise<ChangedDevice | null> {
  const row = toChangeRow(change);
  const values = NAMES.map((name) => {
    const value = row[name];
    return CHANGE_COLUMNS[name] === 'timestamptz' && typeof value === 'number' ? new Date(value) : value;
  });
  const { rows } = await pool.query<{ user_id: number | null }>({ ...APPLY_ONE, values });
  const [changed] = rows;
  return changed ? { serial: change.serial, user_id: changed.user_id } : null;
}

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
  where x.command_id = incoming.command_id and x.device_id = incoming.device_id and x.state = any(string_to_array(incoming.from_states, ' '))
  returning incoming.n, incoming.user_id
), done as (
  select array_agg(n::int order by n) as applied, array_agg(user_id order by n) as owners from changed
), unknown as (
  select array_agg(n::int) as unknown_changes from incoming
  where n not in (select n from changed)
    and not exists (select from command_deliveries x where x.command_id = incoming.command_id and x.device_id = incoming.device_id)
)
select * from done, unknown`,
};

export type Applied = {
  unknown: number[];
  applied: number[];
  devices: ChangedDevice[];
};

/** Applies changes of different deliveries, each if the state of its delivery allows it (TRANSITIONS). */
export async function applyChanges(pool: pg.Pool, changes: readonly DeliveryChange[]): Promise<Applied> {
  const [only] = changes;
  const device = only && changes.length === 1 ? await applyOne(pool, only) : null;
  if (device) return { unknown: [], applied: [0], devices: [device] };
  const values = CHANGES.values(changes.map(toChangeRow));
  type Row = { unknown_changes: number[] | null; applied: number[] | null; owners: (number | null)[] | null };
  const { rows } = await pool.query<Row>({ ...APPLY, values });
  const positions = (from: number[] | null | undefined): number[] => (from ?? []).map((n) => n - 1);
  const [row] = rows;
  const applied = positions(row?.applied);
  const devices = applied.flatMap((position, at) => {
    const change = changes[position];
    return change ? { serial: change.serial, user_id: row?.owners?.[at] ?? null } : [];
  });
  return { unknown: positions(row?.unknown_changes), applied, devices };
}

type ExpiredDelivery = ChangedDevice & { command_id: string; state: DeliveryState };

const literals = (states: readonly DeliveryState[]): RawBuilder<unknown> =>
  sql.join(states.map((state) => sql.lit(state)));

/** Settles the deliveries whose deadline has passed, by the server's clock in milliseconds; see DEADLINE_TRANSITIONS. */
export async function expireDeliveries(db: Kysely<Database>, now: number): Promise<ExpiredDelivery[]> {
  const { undelivered, unfinished } = DEADLINE_TRANSITIONS;
  const at = sql`${new Date(now)}::timestamptz`;
  const settle = (to: DeliveryState): RawBuilder<unknown> => sql`
    update command_deliveries x set state = ${sql.lit(to)}, success = false,
      error = case when x.held and x.state = 'queued' then ${DEVICE_STAYED_OFFLINE} else t.error end,
      error_type = case when x.held and x.state = 'queued' then 'device_offline' else 'command_timeout' end,
      settled_at = ${at} from commands c join texts t on t.command = c.command, devices d
      where c.id = x.command_id and d.device_id = x.device_id`;
  const texts = COMMANDS.map((command) => commandErrorText('command_timeout', command));
  const { rows } = await sql<ExpiredDelivery>`
    with texts as (select * from unnest(${COMMANDS}::text[], ${texts}::text[]) as t (command, error)),
    expired as (${settle(undelivered.to)} and x.state in (${literals(undelivered.from)}) and x.expires_at < ${at}
      returning x.command_id, x.state, d.serial, d.user_id),
    timed_out as (${settle(unfinished.to)} and x.state in (${literals(unfinished.from)}) and x.deadline_at < ${at}
      returning x.command_id, x.state, d.serial, d.user_id)
    select * from expired union all select * from timed_out`.execute(db);
  return rows;
}

type SweepWork = {
  overdue: boolean;
  waiting: boolean;
};

/** What a sweep has to do at `now` (milliseconds): one statement on small indexes, since mostly it is nothing. */
export async function findSweepWork(pool: pg.Pool, now: number): Promise<SweepWork> {
  const { rows } = await pool.query<SweepWork>({
    name: 'find-sweep-work',
    text: `select
      exists (select from command_deliveries where state in ('queued', 'sent') and expires_at < $1)
        or exists (select from command_deliveries where state = 'accepted' and deadline_at < $1) as overdue,
      exists (select from command_deliveries where held and state in ('queued', 'sent'))
        or exists (select from command_deliveries where held and state = 'accepted') as waiting`,
    values: [new Date(now)],
  });
  return rows[0] ?? { overdue: false, waiting: false };
}
