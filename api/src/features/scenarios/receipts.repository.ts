import type { SCENARIO_RECEIPT_FILTERS, ScenarioReceipt, ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import { type Insertable, type Kysely, sql } from 'kysely';
import { BEGUN, HEARD, SENT } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Page, Wire } from '../../http/routes/route.ts';

export type NewReceipt = Insertable<Database['scenario_receipts']>;

/** @returns their ids in the same order */
export async function insertReceipts(trx: Kysely<Database>, receipts: readonly NewReceipt[]): Promise<number[]> {
  const ids: number[] = [];
  const ROWS = 1_000;
  for (let at = 0; at < receipts.length; at += ROWS) {
    const rows = receipts.slice(at, at + ROWS);
    const inserted = await trx
      .insertInto('scenario_receipts')
      .values([...rows])
      .returning('receipt_id')
      .execute();
    ids.push(...inserted.map(({ receipt_id }) => receipt_id));
  }
  return ids;
}

/** The last attempt of what goes to an address or a browser decides. */
export async function settleReceipt(
  db: Kysely<Database>,
  receiptId: number,
  { state, reason }: { state: 'accepted' | 'delivered' | 'failed'; reason: string | null },
): Promise<void> {
  await db
    .updateTable('scenario_receipts')
    .set({ state, reason, at: sql<Date>`now()` })
    .where('receipt_id', '=', receiptId)
    .where('state', '=', 'queued')
    .execute();
}

type Receipt = Wire<ScenarioReceipt> & { index: number };

/** Receipts of all actions; those of loudspeakers are the deliveries of the announcements. */
const everyReceipt = (runId: string) => sql`(
  select x.index, x.who, case when x.answer is not null then 'acknowledged' else x.state end as state, x.reason,
    coalesce(x.answered_at, x.at) as at, x.answer, x.answer_text, x.person, x.token_hash is not null as asked, true as of_people, x.receipt_id as position
  from scenario_receipts x where x.scenario_run_id = ${runId}::uuid
  union all
  select a.index, concat_ws(' / ', above.name, x.place),
    case when ${HEARD} then 'heard' when ${SENT} then 'sent' when x.state in ('waiting', 'sent', 'fetched') then 'queued' else 'failed' end,
    case when ${BEGUN} or x.state in ('waiting', 'sent', 'fetched') then x.reason else coalesce(x.reason, x.state) end,
    coalesce(x.finished_at, x.started_at), null, null, null, false, false, 0
  from scenario_run_actions a join announcement_deliveries x on x.run_id = a.run_id
  left join companies c on c.company_id = x.company_id left join companies above on above.company_id = c.parent_company_id
  where a.scenario_run_id = ${runId}::uuid)`;

/** Those of people who have answered none of the messages that reached them. */
const UNANSWERED = sql`e.asked and e.state in ('accepted', 'delivered') and not exists (
  select from scenario_receipts o where o.scenario_run_id = ${sql.ref('run.id')} and o.person = e.person and o.answer is not null)`;

/** @param people whether those of people are among them */
const seen = (
  runId: string,
  { people, only }: { people: boolean; only: (typeof SCENARIO_RECEIPT_FILTERS)[number] },
) => {
  const filter = { all: sql`true`, failed: sql`e.state = 'failed'`, unanswered: UNANSWERED }[only];
  return sql`from (select ${runId}::uuid as id) as run, ${everyReceipt(runId)} as e
    where (${people} or not e.of_people) and ${filter}`;
};

/** Failed ones first. */
export async function findReceipts(
  db: Kysely<Database>,
  runId: string,
  { people }: { people: boolean },
): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select e.index, e.who, e.state, e.reason, e.at, e.answer, e.answer_text ${seen(runId, { people, only: 'all' })}
    order by e.index, e.state <> 'failed', e.who, e.position`.execute(db);
  return rows;
}

export type ReceiptsPage = Page & { index: number; people: boolean; only: (typeof SCENARIO_RECEIPT_FILTERS)[number] };

export async function findReceiptsPage(
  db: Kysely<Database>,
  runId: string,
  { index, limit, offset, ...which }: ReceiptsPage,
): Promise<{ rows: Wire<ScenarioReceipt>[]; total: number }> {
  const where = sql`${seen(runId, which)} and e.index = ${index}`;
  const { rows } = await sql<Wire<ScenarioReceipt>>`
    select e.who, e.state, e.reason, e.at, e.answer, e.answer_text ${where}
    order by e.state <> 'failed', e.who, e.position limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

type Counts = { index: number; total: number; failed: number; open: number };

/** By action. */
export async function countReceipts(db: Kysely<Database>, runId: string): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select e.index, count(*)::int as total, (count(*) filter (where e.state = 'failed'))::int as failed,
      (count(*) filter (where e.state = 'queued'))::int as open
    from ${everyReceipt(runId)} as e group by e.index`.execute(db);
  return rows;
}

type Answers = NonNullable<ScenarioRun['answers']>;

/** People who were asked, however many messages they got, by their last answer. `unanswered`: of `open`, whom a message has reached. */
export async function countAnswers(db: Kysely<Database>, runId: string): Promise<Answers & { unanswered: number }> {
  const { rows } = await sql<Answers & { unanswered: number }>`
    select count(*)::int as asked, (count(*) filter (where answer = 'have_it'))::int as have_it,
      (count(*) filter (where answer = 'safe'))::int as safe, (count(*) filter (where answer = 'help'))::int as help,
      (count(*) filter (where answer is null))::int as open, (count(*) filter (where answer is null and reached))::int as unanswered
    from (
      select distinct on (person) person, answer, bool_or(state in ('accepted', 'delivered')) over (partition by person) as reached
      from scenario_receipts where scenario_run_id = ${runId}::uuid and token_hash is not null and state <> 'failed'
      order by person, answered_at desc nulls last) as people`.execute(db);
  return rows[0] ?? { asked: 0, have_it: 0, safe: 0, help: 0, open: 0, unanswered: 0 };
}

export type Unanswered = { person: string; who: string; recipient: string; lang: string; index: number };

/** Of each person the first message that has reached them. */
export async function findUnanswered(db: Kysely<Database>, runId: string): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    select distinct on (x.person) x.person, x.who, x.recipient, x.lang, x.index from scenario_receipts x
    where x.scenario_run_id = ${runId}::uuid and x.token_hash is not null and x.state in ('accepted', 'delivered')
      and not exists (select from scenario_receipts o where o.scenario_run_id = x.scenario_run_id and o.person = x.person and o.answer is not null)
    order by x.person, x.index, x.receipt_id`.execute(db);
  return rows;
}
