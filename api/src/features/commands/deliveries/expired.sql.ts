import { commandErrorText, HELD_EXPIRED, type DeliveryState } from '@belfry/schemas/http/commands/commands';
import { COMMANDS } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { ChangedDevice } from './command-events.ts';
import { DEADLINE_TRANSITIONS } from './delivery-states.ts';

export type ExpiredDelivery = ChangedDevice & { command_id: string; state: DeliveryState };

const literals = (states: readonly DeliveryState[]): RawBuilder<unknown> =>
  sql.join(states.map((state) => sql.lit(state)));

/** Settles the deliveries whose deadline has passed, by the server's clock in milliseconds; see DEADLINE_TRANSITIONS. */
export async function expireDeliveries(db: Kysely<Database>, now: number): Promise<ExpiredDelivery[]> {
  const { undelivered, unfinished } = DEADLINE_TRANSITIONS;
  const at = sql`${new Date(now)}::timestamptz`;
  const settle = (to: DeliveryState): RawBuilder<unknown> => sql`
    update command_deliveries x set state = ${sql.lit(to)}, success = false,
      error = case when x.held and x.state = 'queued' then ${HELD_EXPIRED} else t.error end,
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
