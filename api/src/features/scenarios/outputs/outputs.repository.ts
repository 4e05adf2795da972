import type { OutputState } from '@belfry/schemas/domain/outputs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { insertReceipts } from '../receipts.repository.ts';

export type ActionKey = { scenario_run_id: string; index: number };

/** Which of these devices have reported this output, and when something was last heard of each. */
export async function findOutputs(
  db: Kysely<Database>,
  deviceIds: readonly number[],
  output: string,
): Promise<Map<number, { has: boolean; last_seen: Date | null }>> {
  const { rows } = await sql<{ device_id: number; has: boolean; last_seen: Date | null }>`
    select device_id, outputs ? ${output} as has, last_seen from device_state where device_id = any(${[...deviceIds]}::int4[])`.execute(
    db,
  );
  return new Map(rows.map(({ device_id, ...state }) => [device_id, state]));
}

/** A device of an action; `problem`: why nothing is sent to it. */
export type Planned = { device_id: number; who: string; problem: 'no_output' | 'offline' | null };
type Told = { commandId: string; output: string; wanted: OutputState; untilMs: number };

/** Stores whom an action tells what, once: the row of the action is locked. */
export async function insertTold(
  trx: Kysely<Database>,
  { scenario_run_id, index }: ActionKey,
  { planned, commandId, output, wanted, untilMs }: Told & { planned: readonly Planned[] },
): Promise<void> {
  await sql`
    select from scenario_run_actions where scenario_run_id = ${scenario_run_id}::uuid and index = ${index} for no key update`.execute(
    trx,
  );
  const { rows } = await sql<{ told: boolean }>`
    select exists (select from scenario_receipts x left join scenario_outputs o using (receipt_id)
      where x.scenario_run_id = ${scenario_run_id}::uuid and x.index = ${index} and (o.command_id is null or o.command_id = ${commandId}::uuid)) as told`.execute(
    trx,
  );
  if (rows[0]?.told) return;
  await insertDevices(trx, { scenario_run_id, index }, { planned, commandId, output, wanted, untilMs });
}

async function insertDevices(
  trx: Kysely<Database>,
  { scenario_run_id, index }: ActionKey,
  { planned, commandId, output, wanted, untilMs }: Told & { planned: readonly Planned[] },
): Promise<void> {
  const at = new Date();
  const ids = await insertReceipts(
    trx,
    planned.map(({ who, problem }) => {
      const state = problem === null ? ('queued' as const) : ('failed' as const);
      return { scenario_run_id, index, who, state, reason: problem, at };
    }),
  );
  const told = planned.flatMap(({ device_id, problem }, at) =>
    problem === null ? [{ receipt_id: ids[at] ?? 0, device_id }] : [],
  );
  await sql`
    insert into scenario_outputs (receipt_id, device_id, command_id, output, wanted, sent_at, until)
    select receipt_id, device_id, ${commandId}::uuid, ${output}, ${wanted}, now(), ${new Date(untilMs)}
    from unnest(${told.map(({ receipt_id }) => receipt_id)}::int8[], ${told.map(({ device_id }) => device_id)}::int4[]) as t (receipt_id, device_id)`.execute(
    trx,
  );
}

/** To whom a command is sent, that its device may not have answered. */
export async function findTold(db: Kysely<Database>, commandId: string): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    select o.device_id from scenario_outputs o join devices using (device_id) where o.command_id = ${commandId}::uuid and not o.settled`.execute(
    db,
  );
  return rows.map(({ device_id }) => device_id);
}

/** An action that goes on until its end: on, and a pattern. */
const IS_HELD = sql`(a.action ->> 'state' = 'on' or (a.action ->> 'state' = 'pulse' and a.action ? 'pause_ms'))`;

/** Lets an action that goes on switch off what it has switched on, of devices that are still its owner's. @returns the command; null: there is nothing to do */
export async function insertGivenBack(
  trx: Kysely<Database>,
  key: ActionKey,
  { commandId, untilMs }: { commandId: string; untilMs: number },
): Promise<{ commandId: string; output: string } | null> {
  const { rows: active } = await sql<{ output: string; owner_id: number; held: boolean }>`
    select a.action ->> 'output' as output, ${IS_HELD} as held, r.owner_id
    from scenario_run_actions a join scenario_runs r using (scenario_run_id)
    where a.scenario_run_id = ${key.scenario_run_id}::uuid and a.index = ${key.index} and a.state = 'active' for update of a`.execute(
    trx,
  );
  const [action] = active;
  if (!action?.held) return null;
  const { rows } = await sql<{ device_id: number; who: string; wanted: OutputState; command_id: string }>`
    select o.device_id, x.who, o.wanted, o.command_id
    from scenario_receipts x join scenario_outputs o using (receipt_id) join devices d using (device_id)
    where x.scenario_run_id = ${key.scenario_run_id}::uuid and x.index = ${key.index} and d.user_id = ${action.owner_id}
    order by x.receipt_id`.execute(trx);
  // An attempt whose process has ended is repeated.
  const earlier = rows.find(({ wanted }) => wanted === 'off');
  if (earlier) return { commandId: earlier.command_id, output: action.output };
  if (rows.length === 0) return null;
  const planned = rows.map(({ device_id, who }) => ({ device_id, who, problem: null }));
  await insertDevices(trx, key, { planned, commandId, output: action.output, wanted: 'off', untilMs });
  return { commandId, output: action.output };
}

/** What an action waits for is not waited for any more. */
export async function markGivenBack(trx: Kysely<Database>, { scenario_run_id, index }: ActionKey): Promise<void> {
  await sql`
    update scenario_run_actions set state = 'ended', ended_at = now()
    where scenario_run_id = ${scenario_run_id}::uuid and index = ${index} and state = 'active'`.execute(trx);
  await sql`
    update scenario_receipts x set state = 'failed', reason = 'It was not shown', at = now() from scenario_screens s
    where s.receipt_id = x.receipt_id and x.scenario_run_id = ${scenario_run_id}::uuid and x.index = ${index} and x.state = 'queued'`.execute(
    trx,
  );
  await sql`select finish_scenario_run(${scenario_run_id}::uuid)`.execute(trx);
}

/** What goes on until it is given back: outputs, and texts on displays. */
/** Of `scenario_run_actions a`: on outputs and displays. */
export const GOES_ON = sql`a.state = 'active' and a.action ->> 'kind' in ('output', 'screen')`;
type Left = ActionKey & { owner_id: number };

/** The emergencies of the run of an action, as far as this holds for them. */
const emergencies = (are: RawBuilder<unknown>) => sql`exists (
  select from scenario_run_actions e where e.scenario_run_id = a.scenario_run_id and e.action ->> 'kind' = 'emergency' and ${are})`;
/** All clear, not their own time, has ended the emergencies. */
const ENDED_EARLY = sql`e.state = 'ended' and coalesce(e.ended_at < e.started_at + make_interval(secs => (e.action ->> 'lasts_s')::int), true)`;

/**
 * What goes on although its run has ended, its time has passed, or all clear was pressed, wherever that was, and it has no end of its own: what
 * was to end it has not.
 */
export async function findLeftOn(db: Kysely<Database>): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select a.scenario_run_id, a.index, r.owner_id from scenario_run_actions a join scenario_runs r using (scenario_run_id)
    where ${GOES_ON} and (r.state <> 'running'
      or a.started_at + make_interval(secs => (a.action ->> 'lasts_s')::int + 5) < now()
      or (a.action ->> 'lasts_s' is null and ${emergencies(ENDED_EARLY)}
        and not ${emergencies(sql`e.state in ('waiting', 'working', 'active')`)})) limit 100`.execute(db);
  return rows;
}

/** Outputs that runs with an emergency at this node or below it have switched on, which all clear gives back. */
export async function findOnWithEmergency(
  db: Kysely<Database>,
  { owner_id, company_id }: { owner_id: number; company_id: number },
): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select a.scenario_run_id, a.index, r.owner_id from scenario_run_actions a join scenario_runs r using (scenario_run_id)
    where ${GOES_ON} and r.owner_id = ${owner_id} and is_at_or_below(r.company_id, ${company_id})
      and ${emergencies(sql`true`)}`.execute(db);
  return rows;
}

/** A device that has accepted reports within this time. */
const REPORTED_S = 10;

/**
 * Looks at what devices have answered and reported: a receipt is accepted by the answer, and done by the report only. An action ends with its last
 * receipt, unless what it has switched on goes on. @returns the runs in which something has changed
 */
export async function settleReported(trx: Kysely<Database>, now: number): Promise<Left[]> {
  const at = sql`${new Date(now)}::timestamptz`;
  const { rows } = await sql<Left>`
    with looked as (
      select o.receipt_id, o.wanted, o.until, x.state as delivery, x.settled_at, x.error, s.outputs -> o.output ->> 'state' as state,
        (s.outputs -> o.output ->> 'received_at')::timestamptz >= o.sent_at as is_new
      from scenario_outputs o left join command_deliveries x on x.command_id = o.command_id and x.device_id = o.device_id
      left join device_state s on s.device_id = o.device_id
      where not o.settled
    ), decided as (
      select receipt_id, wanted, error, delivery, case
        -- A short pulse may have ended before its beginning was stored.
        when is_new and (state = wanted or (wanted = 'pulse' and state = 'off' and delivery = 'succeeded')) then wanted
        when delivery in ('failed', 'timed_out', 'expired', 'cancelled') then 'failed'
        when delivery = 'succeeded' then
          case when settled_at + make_interval(secs => ${sql.lit(REPORTED_S)}) < ${at} then 'failed' else 'accepted' end
        when until < ${at} then 'failed'
        when delivery = 'accepted' then 'accepted' else 'queued' end as state
      from looked
    ), told as (
      update scenario_receipts r set state = d.state, at = now(), reason = case when d.state <> 'failed' then null
        when d.delivery = 'succeeded' then 'It was not reported' else coalesce(d.error, 'The device did not answer') end
      from decided d where r.receipt_id = d.receipt_id and r.state <> d.state
      returning r.receipt_id, r.scenario_run_id, r.index, r.state
    ), settled as (
      update scenario_outputs o set settled = true from told t where t.receipt_id = o.receipt_id and t.state not in ('queued', 'accepted')
    )
    select distinct t.scenario_run_id, t.index, r.owner_id from told t join scenario_runs r using (scenario_run_id)`.execute(
    trx,
  );
  const { rows: ended } = await sql<Left>`
    update scenario_run_actions a set state = case when g.any then 'done' else 'failed' end, ended_at = now(),
      reason = case when g.any then a.reason else 'No output was switched' end
    from (
      select b.scenario_run_id, b.index, bool_or(x.state in ('queued', 'accepted')) as waits, bool_or(x.state = b.action ->> 'state') as any
      from scenario_run_actions b join scenario_receipts x using (scenario_run_id, index)
      where b.state = 'active' and b.action ->> 'kind' = 'output' group by b.scenario_run_id, b.index) g, scenario_runs r
    where a.scenario_run_id = g.scenario_run_id and a.index = g.index and a.state = 'active' and not g.waits
      and (not ${IS_HELD} or not g.any) and r.scenario_run_id = a.scenario_run_id
    returning a.scenario_run_id, a.index, r.owner_id`.execute(trx);
  for (const { scenario_run_id } of ended) await sql`select finish_scenario_run(${scenario_run_id}::uuid)`.execute(trx);
  return [...rows, ...ended];
}
