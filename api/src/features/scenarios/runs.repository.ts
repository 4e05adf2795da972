import type { ScenarioAction, ScenarioActionKind } from '@belfry/schemas/http/scenarios/actions';
import { type ScenarioActionState, type ScenarioRunSummary } from '@belfry/schemas/http/scenarios/runs';
import { type Insertable, type Kysely, sql } from 'kysely';
import { escapeLike, isBelow, ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import { inWindow, instantText, type TimeWindow } from '../../db/time-window.ts';
import { changeInBatches } from '../../db/transact.ts';
import type { Page, Wire } from '../../http/routes/route.ts';
import { cancelMessages } from '../mail/outbox/index.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import type { FilledAction } from './filled-action.ts';

export type RunRow = Row<'scenario_runs'>;
export type RunActionRow = Row<'scenario_run_actions'>;

const KEPT_DAYS = 400;
const COUNTED_MAX = 10_000;

const SUMMARY = sql`
  r.scenario_run_id, r.scenario_id, r.name, r.company_id, c.name as company_name, r.state, r.drill, r.source, r.started_by_name as started_by,
  r.created_at, case when r.state = 'confirming' then r.confirm_until end as confirm_until, p.name as confirmed_by, r.ended_at, e.name as ended_by
  from scenario_runs r join companies c on c.company_id = r.company_id left join users p on p.id = r.confirmed_by
  left join users e on e.id = r.ended_by`;

export async function listRuns(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { limit, offset, scenarioId }: Page & { scenarioId: number | undefined },
): Promise<{ rows: Wire<ScenarioRunSummary>[]; total: number }> {
  const where = sql`where ${ownedBy(owners, 'r.owner_id', 'r.company_id')} and ${scenarioId === undefined ? sql`true` : sql`r.scenario_id = ${scenarioId}`}`;
  const { rows } = await sql<Wire<ScenarioRunSummary>>`
    select ${SUMMARY} ${where} order by r.created_at desc, r.scenario_run_id limit ${limit} offset ${offset}`.execute(
    db,
  );
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (select from scenario_runs r ${where} limit ${sql.lit(COUNTED_MAX)}) as listed`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** Of a place and those below it. What a trigger starts alone is no run of a scenario: it is told as what it is. */
export async function findScenarioRunsByTime(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { company_id, q }: { company_id: number | undefined; q: string },
  window: TimeWindow,
): Promise<(Wire<ScenarioRunSummary> & { at_us: string })[]> {
  const place = company_id === undefined ? sql`true` : isBelow('r.company_id', company_id);
  const { rows } = await sql<Wire<ScenarioRunSummary> & { at_us: string }>`
    select ${instantText('r.created_at')} as at_us, ${SUMMARY}
    where ${ownedBy(owners, 'r.owner_id', 'r.company_id')} and ${place} and r.name ilike ${`%${escapeLike(q)}%`}
      and ${inWindow(window, { at: 'r.created_at', id: 'r.scenario_run_id', type: 'uuid' })}
      and not exists (select from scenario_run_actions a where a.scenario_run_id = r.scenario_run_id and a.run_id = r.scenario_run_id)
    order by r.created_at desc, r.scenario_run_id desc limit ${window.limit}`.execute(db);
  return rows;
}

export type SeenRun = Wire<ScenarioRunSummary> &
  Pick<RunRow, 'owner_id' | 'variables' | 'asks_again_at'> & { started_by_id: number | null };

/** Undefined for one that the caller does not read. */
export async function findSeenRun(
  db: Kysely<Database>,
  owners: VisibleOwners,
  runId: string,
): Promise<SeenRun | undefined> {
  const { rows } = await sql<SeenRun>`
    select r.owner_id, r.variables, r.asks_again_at, r.started_by as started_by_id, ${SUMMARY}
    where r.scenario_run_id = ${runId}::uuid and ${ownedBy(owners, 'r.owner_id', 'r.company_id')}`.execute(db);
  return rows[0];
}

export async function lockRun(trx: Kysely<Database>, runId: string): Promise<RunRow | undefined> {
  return trx
    .selectFrom('scenario_runs')
    .selectAll()
    .where('scenario_run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
}

/** `title`: of the announcement that it has started, or of what is prepared for it. */
export async function findRunActions(
  db: Kysely<Database>,
  runId: string,
): Promise<(RunActionRow & { title: string | null })[]> {
  const { rows } = await sql<RunActionRow & { title: string | null }>`
    select a.*, coalesce(r.title, m.name) as title
    from scenario_run_actions a left join announcement_runs r on r.run_id = a.run_id
    left join messages m on m.id = (a.action ->> 'message_id')::int
    where a.scenario_run_id = ${runId}::uuid order by a.index`.execute(db);
  return rows;
}

/** @returns its id; undefined where there is one with the id that was given */
export async function insertRun(
  trx: Kysely<Database>,
  run: Insertable<Database['scenario_runs']>,
  actions: readonly { action: ScenarioAction; run_id?: string }[],
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('scenario_runs')
    .values(run)
    .onConflict((conflict) => conflict.column('scenario_run_id').doNothing())
    .returning('scenario_run_id')
    .executeTakeFirst();
  if (!inserted) return undefined;
  const rows = actions.map(({ action, ...row }, index) => ({
    ...inserted,
    ...row,
    index,
    action: JSON.stringify(action),
  }));
  await trx.insertInto('scenario_run_actions').values(rows).execute();
  return inserted.scenario_run_id;
}

export async function findRunByKey(db: Kysely<Database>, scenarioId: number, key: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('scenario_runs')
    .selectAll()
    .where('scenario_id', '=', scenarioId)
    .where('request_key', '=', key)
    .executeTakeFirst();
}

/** The run that a person has started within some seconds, and that goes on. */
export async function findJustStarted(
  db: Kysely<Database>,
  scenarioId: number,
  { seconds, drill }: { seconds: number; drill: boolean },
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select * from scenario_runs where scenario_id = ${scenarioId} and source = 'person' and drill = ${drill}
      and state in ('confirming', 'running', 'finished') and created_at > now() - make_interval(secs => ${seconds})
    order by created_at desc limit 1`.execute(db);
  return rows[0];
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
    where scenario_run_id = ${scenario_run_id}::uuid and index = ${index} and attempts = ${attempts} and state = 'working' for update`.execute(
    trx,
  );
  return rows.length === 1;
}

/** `urgent`: it starts or ends an emergency. */
export type PlacedRun = RunRow & { place: string; urgent: boolean };

export async function findRunWithPlace(db: Kysely<Database>, runId: string): Promise<PlacedRun | undefined> {
  const { rows } = await sql<PlacedRun>`
    select r.*, c.name as place, exists (select from scenario_run_actions a
      where a.scenario_run_id = r.scenario_run_id and a.action ->> 'kind' in ('emergency', 'all_clear')) as urgent
    from scenario_runs r join companies c on c.company_id = r.company_id
    where r.scenario_run_id = ${runId}::uuid`.execute(db);
  return rows[0];
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
): Promise<RunRow['state'] | undefined> {
  await sql`
    select from announcement_runs where run_id = (
      select run_id from scenario_run_actions where scenario_run_id = ${runId}::uuid and index = ${index}) for update`.execute(
    trx,
  );
  const { rows } = await sql<{ state: RunRow['state'] }>`
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

/** Ends a run: nothing of it begins any more, and messages that still wait are not sent. @returns what goes on in it */
export async function endRunRow(
  trx: Kysely<Database>,
  runId: string,
  endedBy: number | null,
): Promise<Pick<RunActionRow, 'index' | 'action' | 'run_id' | 'attempts'>[]> {
  await sql`
    update scenario_runs set state = 'ended', ended_at = now(), ended_by = ${endedBy} where scenario_run_id = ${runId}::uuid`.execute(
    trx,
  );
  await sql`
    update scenario_run_actions set state = 'cancelled', ended_at = now()
    where scenario_run_id = ${runId}::uuid and state = 'waiting'`.execute(trx);
  const waiting = await trx
    .selectFrom('scenario_receipts')
    .select('message_id')
    .where('scenario_run_id', '=', runId)
    .where('state', '=', 'queued')
    .execute();
  await cancelMessages(
    trx,
    waiting.flatMap(({ message_id }) => message_id ?? []),
    'The scenario was ended',
  );
  return trx
    .selectFrom('scenario_run_actions')
    .select(['index', 'action', 'run_id', 'attempts'])
    .where('scenario_run_id', '=', runId)
    .where('state', '=', 'active')
    .execute();
}

/** What was sent to addresses and cannot be taken back, by action. */
export async function countSent(db: Kysely<Database>, runId: string): Promise<{ index: number; sent: number }[]> {
  const { rows } = await sql<{ index: number; sent: number }>`
    select index, count(*)::int as sent from scenario_receipts
    where scenario_run_id = ${runId}::uuid and state in ('accepted', 'delivered', 'acknowledged')
      and not exists (select from scenario_outputs o where o.receipt_id = scenario_receipts.receipt_id) group by index order by index`.execute(
    db,
  );
  return rows;
}

/** Those who have not answered are to be asked again. */
export async function noteAsking(trx: Kysely<Database>, runId: string): Promise<void> {
  await sql`update scenario_runs set asks_again_at = now() where scenario_run_id = ${runId}::uuid`.execute(trx);
}

export async function decideRun(
  trx: Kysely<Database>,
  runId: string,
  { userId, state }: { userId: number; state: 'declined' },
): Promise<void> {
  await sql`
    update scenario_runs set state = ${state}, confirmed_by = ${userId}, ended_at = now() where scenario_run_id = ${runId}::uuid`.execute(
    trx,
  );
}

/** What nobody has confirmed in time. @returns their owners */
export async function expireConfirming(db: Kysely<Database>): Promise<{ owner_id: number; scenario_run_id: string }[]> {
  const { rows } = await sql<{ owner_id: number; scenario_run_id: string }>`
    update scenario_runs set state = 'expired', ended_at = now() where state = 'confirming' and confirm_until < now()
    returning owner_id, scenario_run_id`.execute(db);
  return rows;
}

export const deleteOldRuns = (db: Kysely<Database>): Promise<void> =>
  changeInBatches(async (limit) =>
    sql`delete from scenario_runs where scenario_run_id in (
      select scenario_run_id from scenario_runs
      where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) limit ${limit})`.execute(db),
  );
