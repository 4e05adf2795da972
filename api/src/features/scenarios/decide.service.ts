import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import type { ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { countAnswers } from './receipts.repository.ts';
import { endRun, scheduleAction } from './run-action.ts';
import { findRunActions } from './run-actions.repository.ts';
import { countSent, decideRun, expireConfirming, lockRun, noteAsking, type RunRow } from './runs.repository.ts';
import { mayAsk, readRun, unknownRun } from './runs.service.ts';
import { beginActions, countByHand, mayStart, speakAtOnce } from './start.service.ts';

/** The run, if the caller may start what it does; its row is locked. Throws not_found. */
async function lockForActing(
  trx: Kysely<Database>,
  user: Principal,
  runId: string,
): Promise<[RunRow, ScenarioAction[]]> {
  const run = await lockRun(trx, runId);
  const actions = (await findRunActions(trx, runId)).map(({ action }) => action);
  if (!run || !(await mayStart(trx, user, { ...run, actions }))) throw unknownRun();
  return [run, actions];
}

type Deciding = { runId: string; owners: VisibleOwners };

/**
 * Confirms a start as the second person, or declines it. Throws not_found, conflict where it does not wait any more and for whoever has started it,
 * rate_limited.
 */
export async function decideScenario(
  deps: Deps,
  actor: Actor,
  { runId, owners, verb }: Deciding & { verb: 'confirm' | 'decline' },
): Promise<Wire<ScenarioRun>> {
  await countByHand(deps, actor);
  const begun = await transact(deps.db, async (trx) => {
    const [run, actions] = await lockForActing(trx, actor.user, runId);
    if (run.state !== 'confirming') throw new AppError('conflict', 'Somebody has decided this already');
    if (run.confirm_until && run.confirm_until.getTime() < Date.now())
      throw new AppError('conflict', 'It is too late to decide this');
    if (verb === 'confirm' && run.started_by === actor.user.id)
      throw new AppError('conflict', 'A second person has to confirm it');
    const { owner_id, company_id, scenario_id } = run;
    const details = { name: run.name, scenario_run_id: runId };
    const entry = { action: `scenario.${verb}`, object_kind: 'scenario', object_id: scenario_id ?? 0 } as const;
    await audit(trx, actor, { ...entry, owner_id, company_id, details });
    if (verb === 'confirm') return beginActions(trx, deps, { runId, owner_id, actions, confirmedBy: actor.user.id });
    await decideRun(trx, runId, { userId: actor.user.id, state: 'declined' });
    return [];
  });
  await speakAtOnce(deps, begun);
  return readRun(deps, actor.user, { runId, owners, whole: true });
}

/** Ends what can be ended. Throws not_found, conflict for one that has ended, rate_limited. */
export async function endScenario(deps: Deps, actor: Actor, runId: string) {
  await countByHand(deps, actor);
  const run = await transact(deps.db, async (trx) => {
    const [run] = await lockForActing(trx, actor.user, runId);
    if (run.state !== 'running') throw new AppError('conflict', 'It has ended already');
    const { owner_id, company_id, scenario_id } = run;
    const entry = { action: 'scenario.end', object_kind: 'scenario', object_id: scenario_id ?? 0 } as const;
    await audit(trx, actor, { ...entry, owner_id, company_id, details: { name: run.name, scenario_run_id: runId } });
    return run;
  });
  const ended = await endRun(deps, actor, run);
  deps.events.changed('scenarios_changed', [runId], run.owner_id);
  const kinds = new Map((await findRunActions(deps.db, runId)).map(({ index, action }) => [index, action.kind]));
  const sent = await countSent(deps.db, runId);
  return {
    ended,
    kept: sent.map(({ index, sent: count }) => ({ index, kind: kinds.get(index) ?? 'mail', sent: count })),
  };
}

/** One press of an impatient hand asks once. */
const ASKS = { hits: 1, windowSeconds: 60 };

/**
 * Asks those again who have not answered, by a job. Throws not_found, conflict where nobody is left to ask or the links hold no longer, rate_limited.
 * @returns how many people
 */
export async function askAgain(deps: Deps, actor: Actor, runId: string): Promise<{ people: number }> {
  await countByHand(deps, actor);
  const key = `scenario-asks:${runId}:${actor.user.id}`;
  await countAttempt(deps, [{ key, ...ASKS }], 'They were asked just now.');
  const people = await transact(deps.db, async (trx) => {
    const [run] = await lockForActing(trx, actor.user, runId);
    const { unanswered } = await countAnswers(trx, runId);
    if (!mayAsk(run, unanswered)) throw new AppError('conflict', 'Nobody is left who can be asked again');
    const { owner_id, company_id, scenario_id, name } = run;
    const entry = { action: 'scenario.ask-again', object_kind: 'scenario', object_id: scenario_id ?? 0 } as const;
    const details = { name, scenario_run_id: runId, people: unanswered };
    await audit(trx, actor, { ...entry, owner_id, company_id, details });
    await noteAsking(trx, runId);
    const job = { scenario_run_id: runId, index: 0, owner_id, kind: 'mail', verb: 'again' } as const;
    await scheduleAction(trx, deps.jobs, job, new Date());
    return unanswered;
  });
  return { people };
}

/** Ends what nobody has confirmed in time. Called every few seconds. */
export async function expireScenarios({ db, events }: Pick<Deps, 'db' | 'events'>): Promise<void> {
  for (const { owner_id, scenario_run_id } of await expireConfirming(db))
    events.changed('scenarios_changed', [scenario_run_id], owner_id);
}
