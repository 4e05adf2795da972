import { ANSWER_LINK_HOURS } from '@belfry/schemas/http/scenarios/answers';
import type { ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { type AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { type Page, Reply, type Wire } from '../../http/routes/route.ts';
import { csvHeader, csvLines } from '../../lib/csv.ts';
import { createYielder } from '../../lib/map-yielding.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { canManageTriggers, type VisibleOwners } from '../../policies/owners.ts';
import { fillAction } from './filled-action.ts';
import {
  countAnswers,
  countReceipts,
  findReceipts,
  findReceiptsPage,
  type ReceiptsPage,
} from './receipts.repository.ts';
import { isAnnouncement } from './run-action.ts';
import { findRunActions } from './run-actions.repository.ts';
import { findSeenRun, listRuns, type RunRow, type SeenRun } from './runs.repository.ts';
import { mayStart } from './start.service.ts';
import { fillSpoken } from './variables.ts';

export const unknownRun = (): AppError => notFound('Run not found');

export async function readRuns(
  { db }: Pick<Deps, 'db'>,
  owners: VisibleOwners,
  { scenarioId, ...page }: Page & { scenarioId: number | undefined },
) {
  const { rows, total } = await listRuns(db, owners, { ...page, scenarioId });
  return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
}

/** Of one person, in a minute: a console asks every two seconds how many receipts there are, and for the rows that it shows. */
const READS = { hits: 300, windowSeconds: 60 };
const WHOLE_READS = { hits: 30, windowSeconds: 60 };

const countReads = (deps: Pick<Deps, 'config' | 'db'>, { id }: Principal, whole: boolean): Promise<void> =>
  countAttempt(
    deps,
    [{ key: `scenario-reads:${whole}:${id}`, ...(whole ? WHOLE_READS : READS) }],
    'Too many calls about receipts.',
  );

const NONE = { total: 0, failed: 0, open: 0 };

type Seeing = { runId: string; owners: VisibleOwners };

async function findSeen(db: Kysely<Database>, user: Principal, { runId, owners }: Seeing) {
  const run = await findSeenRun(db, owners, runId);
  if (!run) throw unknownRun();
  const actions = await findRunActions(db, runId);
  const node = { owner_id: run.owner_id, company_id: run.company_id };
  const mayAct = await mayStart(db, user, { ...node, actions: actions.map(({ action }) => action) });
  const place = { company_id: run.company_id, user_id: run.owner_id };
  const people = mayAct || (await nodePermits(db, user, place, canManageTriggers));
  return { run, actions, mayAct, people };
}

/** Whether somebody can be asked again. @param unanswered whom a message has reached, and who has answered none */
export const mayAsk = (
  { state, created_at, asks_again_at }: Pick<RunRow, 'asks_again_at'> & Pick<SeenRun, 'state' | 'created_at'>,
  unanswered: number,
): boolean =>
  unanswered > 0 &&
  asks_again_at === null &&
  ['running', 'finished', 'ended'].includes(state) &&
  new Date(created_at).getTime() > Date.now() - ANSWER_LINK_HOURS * 3_600_000;

/** @param whole with its receipts. Throws not_found, rate_limited. */
export async function readRun(
  deps: Pick<Deps, 'config' | 'db'>,
  user: Principal,
  { whole, ...seeing }: Seeing & { whole: boolean },
): Promise<Wire<ScenarioRun>> {
  await countReads(deps, user, whole);
  const { db } = deps;
  const { runId } = seeing;
  const { run, actions, mayAct, people } = await findSeen(db, user, seeing);
  const { owner_id: _owner, started_by_id, asks_again_at: _asks, ...shown } = run;
  const counts = new Map((await countReceipts(db, runId)).map(({ index, ...of }) => [index, of]));
  const receipts = Map.groupBy(whole ? await findReceipts(db, runId, { people }) : [], ({ index }) => index);
  const { unanswered, ...answers } = await countAnswers(db, runId);
  const known = { ...run.variables, name: String(run.started_by ?? '') };
  return {
    ...shown,
    may_confirm: mayAct && run.state === 'confirming' && started_by_id !== user.id,
    may_ask_again: mayAct && mayAsk(run, unanswered),
    answers: answers.asked === 0 ? null : answers,
    actions: actions.map(
      ({ index, action, state, reason, due_at, started_at, ended_at, run_id, title, untyped, what, body }) => {
        const { total, failed, open } = counts.get(index) ?? NONE;
        const waiting = fillAction(action, (text) => fillSpoken(text, known));
        return {
          index,
          kind: action.kind,
          what: what ?? waiting.what ?? title ?? '',
          untyped,
          body: what === null ? waiting.body : body,
          state,
          reason,
          due_at: due_at ?? run.created_at,
          started_at,
          ended_at,
          run_id: isAnnouncement(action) && started_at !== null ? run_id : null,
          may_end: mayAct && run.state === 'running' && (state === 'waiting' || state === 'active'),
          total,
          failed,
          open,
          receipts: (receipts.get(index) ?? []).map(({ index: _index, ...receipt }) => receipt),
        };
      },
    ),
  };
}

/** Throws not_found, rate_limited. */
export async function readReceipts(
  deps: Pick<Deps, 'config' | 'db'>,
  user: Principal,
  { runId, owners, ...page }: Seeing & Omit<ReceiptsPage, 'people'>,
) {
  await countReads(deps, user, false);
  const { people } = await findSeen(deps.db, user, { runId, owners });
  const { rows, total } = await findReceiptsPage(deps.db, runId, { ...page, people });
  return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
}

const COLUMNS = ['action', 'kind', 'what', 'body', 'who', 'state', 'reason', 'at', 'answer', 'answer_text'];

/** A row for each receipt, as CSV. Throws not_found, rate_limited. */
export async function reportRun(
  deps: Pick<Deps, 'config' | 'db'>,
  user: Principal,
  seen: { runId: string; owners: VisibleOwners },
): Promise<AsyncIterable<string>> {
  const { actions } = await readRun(deps, user, { ...seen, whole: true });
  return (async function* () {
    yield csvHeader(COLUMNS);
    const breathe = createYielder();
    for (const { index, kind, what, body, receipts } of actions) {
      const rows = receipts.map((receipt) => Object.assign({ action: index + 1, kind, what, body }, receipt));
      for (let at = 0; at < rows.length; at += REPORT_PART) {
        yield csvLines(rows.slice(at, at + REPORT_PART), COLUMNS);
        await breathe();
      }
    }
  })();
}
const REPORT_PART = 200;
