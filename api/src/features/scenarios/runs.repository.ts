import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import type { ScenarioRunSummary } from '@belfry/schemas/http/scenarios/runs';
import { type Insertable, type Kysely, sql } from 'kysely';
import { escapeLike, isBelow, ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import { inWindow, instantText, type TimeWindow } from '../../db/time-window.ts';
import { changeInBatches } from '../../db/transact.ts';
import type { Page, Wire } from '../../http/routes/route.ts';
import { cancelMessages } from '../mail/outbox/index.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import type { RunActionRow } from './run-actions.repository.ts';

export type RunRow = Row<'scenario_runs'>;

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

export const UNCONFIRMED = sql`state = 'confirming' and confirm_until < now()`;

/** What nobody has confirmed in time. @returns their owners */
export async function expireConfirming(db: Kysely<Database>): Promise<{ owner_id: number; scenario_run_id: string }[]> {
  const { rows } = await sql<{ owner_id: number; scenario_run_id: string }>`
    update scenario_runs set state = 'expired', ended_at = now() where ${UNCONFIRMED}
    returning owner_id, scenario_run_id`.execute(db);
  return rows;
}

export const deleteOldRuns = (db: Kysely<Database>): Promise<void> =>
  changeInBatches(async (limit) =>
    sql`delete from scenario_runs where scenario_run_id in (
      select scenario_run_id from scenario_runs
      where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) limit ${limit})`.execute(db),
  );
