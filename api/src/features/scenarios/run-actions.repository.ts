import type { ScenarioActionKind } from '@belfry/schemas/http/scenarios/actions';
import type { ScenarioActionState } from '@belfry/schemas/http/scenarios/runs';
import type { Untyped } from '@belfry/schemas/domain/announcements';
import { type Kysely, sql } from 'kysely';
import { UNTYPED } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import type { FilledAction } from './filled-action.ts';

export type RunActionRow = Row<'scenario_run_actions'>;

/** `title`: of the announcement that it has started, or of what is prepared for it; `untyped`: of the announcement. */
type TitledRow = RunActionRow & { title: string | null; untyped: Untyped };

export async function findRunActions(db: Kysely<Database>, runId: string): Promise<TitledRow[]> {
  const { rows } = await sql<TitledRow>`
    select a.*, coalesce(r.title, m.name) as title, ${UNTYPED} as untyped
    from scenario_run_actions a left join announcement_runs r on r.run_id = a.run_id
    left join messages m on m.id = (a.action ->> 'message_id')::int
    where a.scenario_run_id = ${runId}::uuid order by a.index`.execute(db);
  return rows;
}

/** Longer than a start takes, with an answer after ten seconds; what was claimed by an instance that has ended is claimed again. */
const CLAIM_S = 20;

/** The run begins: each action is due its seconds later, and those that are heard at once are claimed. @returns them all by index */
export async function beginRun(
  trx: Kysely<Database>,
  runId: string,
  {
    confirmedBy,
    dueAfterS,
    claimed,
  }: { confirmedBy: number | null; dueAfterS: readonly number[]; claimed: readonly number[] },
): Promise<RunActionRow[]> {
  const isClaimed = sql`a.index = any(${[...claimed]}::int4[])`;
  const { rows } = await sql<RunActionRow>`
    with begun as (
      update scenario_runs set state = 'running', began_at = now(), confirmed_by = ${confirmedBy} where scenario_run_id = ${runId}::uuid),
    due as (
      update scenario_run_actions a set due_at = now() + make_interval(secs => x.after_s), attempts = case when ${isClaimed} then 1 else 0 end,
        state = case when ${isClaimed} then 'working' else 'waiting' end, started_at = case when ${isClaimed} then now() end,
        claimed_until = case when ${isClaimed} then now() + make_interval(secs => ${sql.lit(CLAIM_S)}) end
      from unnest(${[...dueAfterS]}::float8[]) with ordinality as x (after_s, position)
      where a.scenario_run_id = ${runId}::uuid and a.index = x.position - 1
      returning a.*)
    select * from due order by index`.execute(trx);
  return rows;
}

/** Undefined where somebody else works on the action, or has, and where it is not due. */
export async function claimAction(
  db: Kysely<Database>,
  runId: string,
  index: number,
): Promise<RunActionRow | undefined> {
  const { rows } = await sql<RunActionRow>`
    update scenario_run_actions set state = 'working', claimed_until = now() + make_interval(secs => ${sql.lit(CLAIM_S)}),
      attempts = attempts + 1, started_at = coalesce(started_at, now())
    where scenario_run_id = ${runId}::uuid and index = ${index} and due_at <= now() + interval '50 milliseconds'
      and (state = 'waiting' or (state = 'working' and claimed_until < now()))
    returning *`.execute(db);
  return rows[0];
}

/** When somebody may work on an action next: its claim may belong to a process that has ended. Undefined where nothing is left to do. */
export async function findOpen(
  db: Kysely<Database>,
  runId: string,
  index: number,
): Promise<{ kind: ScenarioActionKind; at: Date } | undefined> {
  const { rows } = await sql<{ kind: ScenarioActionKind; at: Date }>`
    select action ->> 'kind' as kind, coalesce(claimed_until, due_at) as at from scenario_run_actions
    where scenario_run_id = ${runId}::uuid and index = ${index} and state in ('waiting', 'working')`.execute(db);
  return rows[0];
}

/** Whether nobody else has claimed the action meanwhile; it is locked until the end of the transaction. */
export async function holdsClaim(
  trx: Kysely<Database>,
  { scenario_run_id, index, attempts }: Pick<RunActionRow, 'scenario_run_id' | 'index' | 'attempts'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from scenario_run_actions
    where scenario_run_id = ${scenario_run_id}::uuid and index = ${index} and attempts = ${attempts} and state = 'working' for no key update`.execute(
    trx,
  );
  return rows.length === 1;
}

/** The attempt was not taken; the next one is due later. */
export async function postponeAction(
  db: Kysely<Database>,
  { runId, index }: { runId: string; index: number },
  { reason, dueAt }: { reason: string; dueAt: Date },
): Promise<void> {
  await sql`
    update scenario_run_actions set state = 'waiting', claimed_until = null, reason = ${reason}, due_at = ${dueAt}
    where scenario_run_id = ${runId}::uuid and index = ${index} and state = 'working'`.execute(db);
}

/**
 * Stores what became of an action. One whose announcement has ended meanwhile is done: the row of the announcement is locked first, as by the trigger
 * that tells of its end. @returns the state of the run, which may have been ended meanwhile
 */
export async function settleAction(
  trx: Kysely<Database>,
  { runId, index }: { runId: string; index: number },
  { state, reason, filled }: { state: ScenarioActionState; reason: string | null; filled: FilledAction },
): Promise<Row<'scenario_runs'>['state'] | undefined> {
  await sql`
    select from announcement_runs where run_id = (
      select run_id from scenario_run_actions where scenario_run_id = ${runId}::uuid and index = ${index}) for no key update`.execute(
    trx,
  );
  // An end at the same time waits for this, and finds what goes on; or this waits for it, and returns that it has ended.
  await sql`select from scenario_runs where scenario_run_id = ${runId}::uuid for no key update`.execute(trx);
  const { rows } = await sql<{ state: Row<'scenario_runs'>['state'] }>`
    update scenario_run_actions a set reason = ${reason}, claimed_until = null, what = ${filled.what}, body = ${filled.body},
      state = case when ${state} = 'active' then coalesce((
        select case r.state when 'failed' then 'failed' when 'stopped' then 'ended' else 'done' end
        from announcement_runs r where r.run_id = a.run_id and r.state in ('finished', 'failed', 'stopped')), 'active') else ${state} end,
      ended_at = case when ${state} <> 'active' then now() end
    where scenario_run_id = ${runId}::uuid and index = ${index} and state = 'working'
    returning (select state from scenario_runs s where s.scenario_run_id = a.scenario_run_id) as state`.execute(trx);
  await sql`select finish_scenario_run(${runId}::uuid)`.execute(trx);
  return rows[0]?.state;
}
