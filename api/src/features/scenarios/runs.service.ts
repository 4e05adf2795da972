import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import type { ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import type { Deps } from '../../deps.ts';
import { type AppError, notFound } from '../../errors.ts';
import { csvHeader, csvLines } from '../../lib/csv.ts';
import { createYielder } from '../../lib/map-yielding.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { type Page, Reply, type Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { isSpeech } from './run-action.ts';
import { findReceipts, findRunActions, findSeenRun, listRuns } from './runs.repository.ts';
import { mayStart } from './start.service.ts';

export const unknownRun = (): AppError => notFound('Run not found');

export async function readRuns(
  { db }: Pick<Deps, 'db'>,
  owners: VisibleOwners,
  { scenarioId, ...page }: Page & { scenarioId: number | undefined },
) {
  const { rows, total } = await listRuns(db, owners, { ...page, scenarioId });
  return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
}

/** Throws not_found. */
export async function readRun(
  { db }: Pick<Deps, 'db'>,
  user: Principal,
  { runId, owners }: { runId: string; owners: VisibleOwners },
): Promise<Wire<ScenarioRun>> {
  const run = await findSeenRun(db, owners, runId);
  if (!run) throw unknownRun();
  const { owner_id, acts_for: _author, started_by_id, ...shown } = run;
  const actions = await findRunActions(db, runId);
  const receipts = Map.groupBy(await findReceipts(db, runId), ({ index }) => index);
  const kinds = actions.map(({ action }) => action);
  const mayAct = await mayStart(db, user, { owner_id, company_id: run.company_id, actions: kinds });
  const asked = [...receipts.values()].flat().filter((receipt) => receipt.asked && receipt.state !== 'failed');
  const count = (answer: string): number => asked.filter((receipt) => receipt.answer === answer).length;
  return {
    ...shown,
    may_confirm: mayAct && run.state === 'confirming' && started_by_id !== user.id,
    answers:
      asked.length === 0
        ? null
        : {
            asked: asked.length,
            have_it: count('have_it'),
            safe: count('safe'),
            help: count('help'),
            open: asked.filter(({ answer }) => answer === null).length,
          },
    actions: actions.map(({ index, action, state, reason, due_at, started_at, ended_at, run_id }) => ({
      index,
      kind: action.kind,
      what: whatOf(action),
      state,
      reason,
      due_at: due_at ?? run.created_at,
      started_at,
      ended_at,
      run_id: isSpeech(action) && started_at !== null && action.kind !== 'silence' ? run_id : null,
      may_end: mayAct && run.state === 'running' && (state === 'waiting' || state === 'active'),
      receipts: (receipts.get(index) ?? []).map(({ index: _index, asked: _asked, ...receipt }) => receipt),
    })),
  };
}

/** Its text, without what only those who manage the scenario may see. */
function whatOf(action: ScenarioAction): string {
  switch (action.kind) {
    case 'say':
      return action.text ?? '';
    case 'mail':
      return action.subject;
    case 'sms':
    case 'chat':
      return action.text;
    case 'push':
      return action.title;
    default:
      return '';
  }
}

const COLUMNS = ['action', 'kind', 'what', 'who', 'state', 'reason', 'at', 'answer', 'answer_text'];

/** A row for each receipt, as CSV. Throws not_found. */
export async function reportRun(
  deps: Pick<Deps, 'db'>,
  user: Principal,
  seen: { runId: string; owners: VisibleOwners },
): Promise<AsyncIterable<string>> {
  const { actions } = await readRun(deps, user, seen);
  return (async function* () {
    yield csvHeader(COLUMNS);
    const breathe = createYielder();
    for (const { index, kind, what, receipts } of actions) {
      const rows = receipts.map((receipt) => Object.assign({ action: index + 1, kind, what }, receipt));
      for (let at = 0; at < rows.length; at += REPORT_PART) {
        yield csvLines(rows.slice(at, at + REPORT_PART), COLUMNS);
        await breathe();
      }
    }
  })();
}
const REPORT_PART = 200;
