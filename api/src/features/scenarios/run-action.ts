import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ScenarioAction, ScenarioActionKind } from '@belfry/schemas/http/scenarios/actions';
import type { Kysely } from 'kysely';
import { type Actor, auditAsSystem } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { defineQueue, type Jobs } from '../../jobs/index.ts';
import { findStandingCaller } from '../../people/standing-caller.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { type Acting, type ActOutcome, actOf } from './acts/acts.ts';
import { writeAgain } from './acts/again.ts';
import { fillAction, type FilledAction } from './filled-action.ts';
import {
  claimAction,
  findRunActions,
  findOpen,
  holdsClaim,
  postponeAction,
  type RunActionRow,
  settleAction,
} from './run-actions.repository.ts';
import { endRunRow, findRunWithPlace, type PlacedRun, type RunRow } from './runs.repository.ts';
import { turnOffScenario } from './scenarios.repository.ts';
import { policyOf } from './scenarios.service.ts';
import { fillWritten, timeValues } from './variables.ts';

const AFTER_CLAIM_MS = 50;
/** After so many attempts that have failed for a reason of ours, an action has failed. */
const ATTEMPTS_MAX = 8;

const options = {
  schema: z.strictObject({
    scenario_run_id: z.uuid(),
    index: z.int(),
    /** end: of one that lasts for some time; again: those who have not answered are asked once more. */
    verb: z.enum(['start', 'end', 'again']),
    owner_id: z.int(),
    attempt: z.int().default(0),
  }),
  concurrency: 8,
  batch: 1,
  // An organisation does not keep the others waiting.
  groupOf: ({ owner_id }: { owner_id: number }) => owner_id,
  perGroup: 4,
  retries: 12,
  retryDelayS: 1,
  timeoutS: 120,
};
/** Loudspeakers wait for no messages, and nothing for a server that does not answer. */
export const SCENARIO_QUEUES = {
  speech: defineQueue('scenario-speech', options),
  messages: defineQueue('scenario-messages', options),
  calls: defineQueue('scenario-calls', options),
} as const;
type ActionJob = z.output<typeof options.schema>;

const QUEUE_OF: Record<ScenarioActionKind, keyof typeof SCENARIO_QUEUES> = {
  say: 'speech',
  emergency: 'speech',
  all_clear: 'speech',
  chime: 'speech',
  silence: 'speech',
  output: 'speech',
  screen: 'speech',
  sms: 'messages',
  mail: 'messages',
  push: 'messages',
  chat: 'calls',
  http: 'calls',
};
/** What is heard, and has an announcement. */
export const isAnnouncement = ({ kind }: Pick<ScenarioAction, 'kind'>): boolean =>
  isSpeech({ kind }) && kind !== 'silence' && kind !== 'all_clear' && kind !== 'output' && kind !== 'screen';
export const isSpeech = ({ kind }: Pick<ScenarioAction, 'kind'>): boolean => QUEUE_OF[kind] === 'speech';

/** Stores the job of an action in the transaction. */
export const scheduleAction = (
  trx: Kysely<Database>,
  jobs: Jobs,
  job: Omit<ActionJob, 'attempt'> & { kind: ScenarioActionKind; attempt?: number },
  startAfter: Date,
): Promise<void> => {
  const { kind, attempt = 0, ...data } = job;
  return jobs.send(trx, SCENARIO_QUEUES[QUEUE_OF[kind]], { ...data, attempt }, { startAfter });
};

type NewActionJob = Omit<ActionJob, 'attempt'> & { kind: ScenarioActionKind; startAfter: Date };

/** Stores the first jobs of actions in the transaction. */
export async function scheduleActions(trx: Kysely<Database>, jobs: Jobs, all: readonly NewActionJob[]): Promise<void> {
  const byQueue = Map.groupBy(all, ({ kind }) => QUEUE_OF[kind]);
  for (const [queue, some] of byQueue) {
    const newJobs = some.map(({ kind: _kind, startAfter, ...data }) => ({
      id: randomUUID(),
      startAfter,
      data: { ...data, attempt: 0 },
    }));
    await jobs.sendAll(trx, SCENARIO_QUEUES[queue], newJobs);
  }
}

/** A job of an action. Where somebody works on it, whose process may have ended, it comes again when the claim has. */
export async function workOnAction(deps: Deps, { scenario_run_id, index, verb, owner_id }: ActionJob): Promise<void> {
  if (verb === 'end') return endAction(deps, scenario_run_id, index);
  if (verb === 'again') return askAgain(deps, scenario_run_id);
  if (await runAction(deps, scenario_run_id, index)) return;
  const open = await findOpen(deps.db, scenario_run_id, index);
  if (!open) return;
  const job = { scenario_run_id, index, owner_id, kind: open.kind, verb };
  await scheduleAction(deps.db, deps.jobs, job, new Date(open.at.getTime() + AFTER_CLAIM_MS));
}

/**
 * Does what an action says with the rights that its author has now, once. A failure of ours is tried again by its job.
 * @returns null where this call has not worked on it
 */
export async function runAction(deps: Deps, runId: string, index: number): Promise<ActOutcome | null> {
  const claimed = await claimAction(deps.db, runId, index);
  return claimed ? runClaimed(deps, claimed) : null;
}

/** @param author whose rights were just looked at; otherwise they are now */
export async function runClaimed(
  deps: Deps,
  claimed: RunActionRow,
  author?: Principal | null,
): Promise<ActOutcome | null> {
  const run = await findRunWithPlace(deps.db, claimed.scenario_run_id);
  if (!run) return null;
  const standing = { created_by: run.acts_for, owner_id: run.owner_id, company_id: run.company_id };
  const [acting, caller] = await Promise.all([
    actingOf(deps, run, claimed),
    author ?? findStandingCaller(deps.db, standing, policyOf([claimed.action])),
  ]);
  const outcome = await attempt(deps, run, { claimed, acting, author: caller });
  await settle(deps, run, claimed, { outcome, filled: filledOf(acting, claimed) });
  return outcome;
}

/** As readers of English get it; what is said at several places, with those of the scenario. */
function filledOf({ run }: Acting, { action }: RunActionRow): FilledAction {
  const values = { ...run.variables, ...timeValues(run.began_at, { zone: run.zone, lang: 'en' }) };
  return fillAction(action, (text) => fillWritten(text, values));
}

type Attempt = { claimed: RunActionRow; acting: Acting; author: Principal | null };

async function attempt(deps: Deps, run: RunRow, { claimed, acting, author }: Attempt): Promise<ActOutcome> {
  const { action } = claimed;
  if (run.state !== 'running') return { state: 'failed', reason: 'The scenario was ended' };
  if (!author) {
    await stopScenario(deps, run);
    return { state: 'failed', reason: 'Whoever has prepared it may not do it any more' };
  }
  const act = actOf(action);
  if (run.drill && !act.hasDrill) return { state: 'done', reason: null };
  try {
    return await act.start(deps, { user: author, ip: '' }, acting, action);
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      return { state: 'failed', reason: error.message, code: error.code };
    deps.log.error({ err: error, scenario_run_id: run.scenario_run_id }, 'an action of a scenario failed');
    if (claimed.attempts >= ATTEMPTS_MAX) return { state: 'failed', reason: 'Belfry could not do it' };
    return { state: 'again', reason: 'Belfry could not do it', after_ms: 1_000 * claimed.attempts };
  }
}

async function actingOf(
  { db }: Pick<Deps, 'db'>,
  run: PlacedRun,
  { index, run_id, attempts }: Pick<RunActionRow, 'index' | 'run_id' | 'attempts'>,
): Promise<Acting> {
  const settings = await findEffectiveSettings(db, [run.company_id]);
  const zone = settings.get(run.company_id)?.time_zone.value ?? 'UTC';
  const { scenario_run_id, owner_id, company_id, name, place, drill, urgent } = run;
  const variables = { ...run.variables, place, name: run.started_by_name ?? '' };
  const began_at = run.began_at ?? run.created_at;
  const acting = { scenario_run_id, owner_id, company_id, name, place, zone, drill, began_at, urgent, variables };
  return { run: acting, index, run_id, attempts };
}

/** Whoever has lost the rights turns the scenario off. */
async function stopScenario(deps: Deps, { scenario_id, owner_id, company_id, name }: RunRow): Promise<void> {
  if (scenario_id === null) return;
  await transact(deps.db, async (trx) => {
    if (!(await turnOffScenario(trx, scenario_id))) return;
    const entry = { action: 'scenario.disable', object_kind: 'scenario', object_id: scenario_id } as const;
    await auditAsSystem(trx, [{ ...entry, owner_id, company_id, details: { name } }]);
  });
  deps.events.changed('scenarios_changed', [scenario_id], owner_id);
}

async function settle(
  deps: Deps,
  run: RunRow,
  claimed: RunActionRow,
  { outcome, filled }: { outcome: ActOutcome; filled: FilledAction },
): Promise<void> {
  const { scenario_run_id, owner_id, drill } = run;
  const { index, action } = claimed;
  const key = { runId: scenario_run_id, index };
  const job = { scenario_run_id, index, owner_id, kind: action.kind };
  const state = await transact(deps.db, async (trx) => {
    // Somebody else works on what took longer than its claim.
    if (!(await holdsClaim(trx, claimed))) return undefined;
    if (outcome.state === 'again') {
      const dueAt = new Date(Date.now() + outcome.after_ms);
      await postponeAction(trx, key, { reason: outcome.reason, dueAt });
      await scheduleAction(trx, deps.jobs, { ...job, verb: 'start', attempt: claimed.attempts }, dueAt);
      return undefined;
    }
    await outcome.store?.(trx);
    const isRecorded = drill && !actOf(action).hasDrill && outcome.state === 'done';
    const settled = await settleAction(trx, key, {
      state: isRecorded ? 'recorded' : outcome.state,
      reason: outcome.reason,
      filled,
    });
    if (outcome.state === 'active' && outcome.lasts_s !== undefined)
      await scheduleAction(trx, deps.jobs, { ...job, verb: 'end' }, new Date(Date.now() + outcome.lasts_s * 1_000));
    return settled;
  });
  deps.events.changed('scenarios_changed', [scenario_run_id], owner_id);
  if (outcome.state === 'active') await actOf(action).begun?.(deps);
  // Somebody has ended the run while this began.
  if (state === 'ended' && outcome.state === 'active') await endAction(deps, scenario_run_id, index);
}

/** Ends what goes on of an action, with the rights of its author. */
async function endAction(deps: Deps, runId: string, index: number): Promise<void> {
  const run = await findRunWithPlace(deps.db, runId);
  const rows = await deps.db
    .selectFrom('scenario_run_actions')
    .selectAll()
    .where('scenario_run_id', '=', runId)
    .where('index', '=', index)
    .where('state', '=', 'active')
    .execute();
  const [row] = rows;
  if (!run || !row) return;
  const standing = { created_by: run.acts_for, owner_id: run.owner_id, company_id: run.company_id };
  const author = await findStandingCaller(deps.db, standing, policyOf([row.action]));
  // Without its author, its announcements have been stopped already.
  if (author) await actOf(row.action).end?.(deps, { user: author, ip: '' }, await actingOf(deps, run, row));
}

/** Asks those once more who have not answered, as long as its author may write to people. */
async function askAgain(deps: Deps, runId: string): Promise<void> {
  const run = await findRunWithPlace(deps.db, runId);
  if (!run || run.asks_again_at === null) return;
  const actions = await findRunActions(deps.db, runId);
  const standing = { created_by: run.acts_for, owner_id: run.owner_id, company_id: run.company_id };
  const [first] = actions;
  if (!first || !(await findStandingCaller(deps.db, standing, policyOf(actions.map(({ action }) => action))))) return;
  await writeAgain(deps, (await actingOf(deps, run, first)).run, actions);
  deps.events.changed('scenarios_changed', [runId], run.owner_id);
}

/** Ends a run in all channels. @param actor who ends it, with whose rights announcements are stopped */
export async function endRun(deps: Deps, actor: Actor, run: RunRow): Promise<number> {
  const active = await transact(deps.db, (trx) => endRunRow(trx, run.scenario_run_id, actor.user.id));
  const withPlace = await findRunWithPlace(deps.db, run.scenario_run_id);
  if (!withPlace) return 0;
  for (const row of active) {
    await endAction(deps, run.scenario_run_id, row.index);
  }
  return active.length;
}
