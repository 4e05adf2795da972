import type pg from 'pg';
import { CHANGE_COLUMNS, SET_CHANGE, toChangeRow } from './change-row.ts';
import type { ChangedDevice } from './command-events.ts';
import type { DeliveryChange } from './delivery-change.ts';

const NAMES = Object.keys(CHANGE_COLUMNS) as (keyof typeof CHANGE_COLUMNS)[];
const parameterOf = (name: (typeof NAMES)[number]): string => `$${NAMES.indexOf(name) + 1}::${CHANGE_COLUMNS[name]}`;

/** The device is found by itself, because a join would read all deliveries of a broadcast for the response of one device. */
const APPLY_ONE = {
  name: 'apply-change',
  text: `
update command_deliveries x set
    ${SET_CHANGE}
from (values (${NAMES.map(parameterOf).join(', ')})) as incoming (${NAMES.join(', ')})
where x.command_id = incoming.id and x.device_id = (select device_id from devices where serial = ${parameterOf('serial')})
  and x.state = any(string_to_array(incoming.from_states, ' '))
returning (select user_id from devices d where d.device_id = x.device_id) as user_id`,
};

/**
 * Applies one change, for half of what the statement for several costs, since most commands are sent one at a time.
 * @returns its device; null if there is no such delivery or its state does not allow the change
 */
export async function applyOne(pool: pg.Pool, change: DeliveryChange): Promise<ChangedDevice | null> {
  const row = toChangeRow(change);
  const values = NAMES.map((name) => {
    const value = row[name];
    return CHANGE_COLUMNS[name] === 'timestamptz' && typeof value === 'number' ? new Date(value) : value;
  });
  const { rows } = await pool.query<{ user_id: number | null }>({ ...APPLY_ONE, values });
  const [changed] = rows;
  return changed ? { serial: change.serial, user_id: changed.user_id } : null;
}
