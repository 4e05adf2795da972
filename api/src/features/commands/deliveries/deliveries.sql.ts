import type pg from 'pg';
import { unnest } from '../../../db/unnest.ts';
import { applyOne } from './apply-one.sql.ts';
import { CHANGE_COLUMNS, SET_CHANGE, toChangeRow } from './change-row.ts';
import type { DeliveryChange } from './delivery-change.ts';
import type { ChangedDevice } from './command-events.ts';

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
