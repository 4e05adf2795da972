import { isEmergencyKind, type ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import {
  SCENARIO_CONFIRM_MINUTES,
  SCENARIO_STARTS_PER_DAY,
  SCENARIO_STARTS_PER_MINUTE,
} from '@belfry/schemas/http/scenarios/runs';
import type { StartScenarioBody } from '@belfry/schemas/http/scenarios/scenarios';
import type { Kysely } from 'kysely';
import { type Actor, audit, auditAsSystem } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt, uncountAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { Reply } from '../../http/routes/route.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { findStandingCaller } from '../../people/standing-caller.ts';
import { findUserById } from '../../people/users.repository.ts';
import { isSpeech, runClaimed, scheduleActions } from './run-action.ts';
import { beginRun, type RunActionRow } from './run-actions.repository.ts';
import { findJustStarted, findRunByKey, insertRun, type RunRow } from './runs.repository.ts';
import { findScenarioRow, lockScenario, type ScenarioRow, turnOffScenario } from './scenarios.repository.ts';
import { policyOf, scenarios } from './scenarios.service.ts';

/** Starts, confirmations and ends by one person. */
const BY_HAND = { hits: 60, windowSeconds: 60 };
/** An impatient hand presses twice. */
const SAME_PRESS_S = 5;
const KEY_MAX = 200;
const TOO_OFTEN = 'It was started too often.';
/** By so much messages and calls begin later than what is heard at the same time. */
const SPEECH_FIRST_MS = 500;

export type Pressed = {
  /** What starts the same run again names the same key. */
  key: string | null;
  source: 'person' | 'trigger';
  /** Null: a trigger. */
  actor: Actor | null;
  name: string;
} & StartScenarioBody;

type Started = { scenario_run_id: string; state: RunRow['state'] };

/**
 * Starts a scenario as a person: whoever may do at its node what it does. Throws not_found, conflict for one that is off or whose author may not do it
 * any more, rate_limited.
 */
export async function pressScenario(
  deps: Deps,
  actor: Actor,
  { id, key, ...body }: StartScenarioBody & { id: number; key: string | undefined },
): Promise<Reply<Started>> {
  const { user } = actor;
  if (key !== undefined && (key === '' || key.length > KEY_MAX))
    throw new AppError('unprocessable', `Idempotency-Key has 1 to ${KEY_MAX} characters`);
  const [scenario, person] = await Promise.all([findScenarioRow(deps.db, id), findUserById(deps.db, user.id)]);
  if (!scenario || !(await mayStart(deps.db, user, scenario))) throw scenarios.missing();
  const name = person?.name ?? '';
  const pressed = { ...body, key: key === undefined ? null : `person:${user.id}:${key}`, source: 'person' as const };
  return Reply.of(await startScenario(deps, scenario, { ...pressed, actor, name }), { status: 202 });
}

/** Whether somebody may do at this node what these actions do. */
export const mayStart = (
  db: Kysely<Database>,
  user: Principal,
  {
    owner_id,
    company_id,
    actions,
  }: Pick<ScenarioRow, 'owner_id' | 'company_id'> & { actions: readonly ScenarioAction[] },
): Promise<boolean> => nodePermits(db, user, { company_id, user_id: owner_id }, policyOf(actions));

/**
 * Starts a run: one statement stores it with its actions and their jobs, so that whatever is killed, each of them is done once. What is heard begins in
 * this call. Throws conflict, rate_limited.
 */
export async function startScenario(deps: Deps, scenario: ScenarioRow, pressed: Pressed): Promise<Started> {
  const { id, owner_id, company_id, actions, two_people } = scenario;
  const { key, source, actor, name, variables } = pressed;
  const drill = pressed.drill || scenario.drill;
  const [repeated, author] = await Promise.all([
    findRepeated(deps.db, id, { key, source, drill }),
    findStandingCaller(deps.db, scenario, policyOf(actions)),
    actor && countByHand(deps, actor),
  ]);
  if (repeated) return repeated;
  if (!scenario.enabled) throw new AppError('conflict', 'This scenario is off');
  const ofScenario = { key: `scenario:${id}`, hits: SCENARIO_STARTS_PER_MINUTE, windowSeconds: 60 };
  // Emergencies share nothing with what else is started.
  const ofOrganisation = { key: `scenarios-of:${owner_id}:${isEmergency(actions)}`, hits: SCENARIO_STARTS_PER_DAY };
  const limits = [ofScenario, { ...ofOrganisation, windowSeconds: 86_400 }];
  try {
    await countAttempt(deps, limits, TOO_OFTEN);
  } catch (error) {
    // The same press may be among those at the same time that were counted before.
    const earlier = await transact(deps.db, async (trx) => {
      await lockScenario(trx, id);
      return findRepeated(trx, id, { key, source, drill });
    });
    if (!earlier) throw error;
    await uncountAttempt(deps.db, ofScenario);
    return earlier;
  }
  if (!author) {
    await turnOff(deps, scenario);
    throw new AppError('conflict', 'Whoever has prepared it may not do it any more');
  }
  const asks = two_people && !drill;
  const started = await transact(deps.db, async (trx) => {
    // Presses at the same time wait for the first one.
    await lockScenario(trx, id);
    const earlier = await findRepeated(trx, id, { key, source, drill });
    if (earlier) return earlier;
    const runId = await insertRun(
      trx,
      {
        scenario_id: id,
        owner_id,
        company_id,
        name: scenario.name,
        request_key: key,
        state: 'confirming',
        drill,
        variables: JSON.stringify(variables),
        source,
        started_by: actor?.user.id ?? null,
        started_by_name: name,
        acts_for: scenario.created_by,
        confirm_until: asks ? new Date(Date.now() + SCENARIO_CONFIRM_MINUTES * 60_000) : null,
      },
      actions.map((action) => ({ action })),
    );
    if (runId === undefined) throw new Error('a run without an id of its own exists already');
    const entry = { object_kind: 'scenario', object_id: id, owner_id, company_id } as const;
    const details = { name: scenario.name, scenario_run_id: runId, drill, source };
    if (actor) await audit(trx, actor, { ...entry, action: 'scenario.start', details });
    else await auditAsSystem(trx, [{ ...entry, action: 'scenario.start', details }]);
    const begun = asks ? [] : await beginActions(trx, deps, { runId, owner_id, actions, confirmedBy: null });
    return { scenario_run_id: runId, state: asks ? ('confirming' as const) : ('running' as const), begun };
  });
  const { scenario_run_id, state } = started;
  if (!('begun' in started)) {
    await uncountAttempt(deps.db, ...limits);
    return started;
  }
  deps.events.changed('scenarios_changed', [id, scenario_run_id], owner_id);
  await speakAtOnce(deps, started.begun, author);
  return { scenario_run_id, state };
}

/** The run that the same key has started, or a person within the last seconds. */
async function findRepeated(
  db: Kysely<Database>,
  id: number,
  { key, source, drill }: Pick<Pressed, 'key' | 'source' | 'drill'>,
): Promise<Started | undefined> {
  const run =
    key !== null
      ? await findRunByKey(db, id, key)
      : source === 'person'
        ? await findJustStarted(db, id, { seconds: SAME_PRESS_S, drill })
        : undefined;
  return run && { scenario_run_id: run.scenario_run_id, state: run.state };
}

const isEmergency = (actions: readonly ScenarioAction[]): boolean => actions.some(({ kind }) => isEmergencyKind(kind));

/** Seconds after the press at which each action is due. */
export function dueAfter(actions: readonly Pick<ScenarioAction, 'after' | 'after_s'>[]): number[] {
  const due: number[] = [];
  for (const { after, after_s } of actions) due.push((after === 'previous' ? (due.at(-1) ?? 0) : 0) + after_s);
  return due;
}

type Beginning = { runId: string; owner_id: number; actions: readonly ScenarioAction[]; confirmedBy: number | null };

/** Stores the jobs of all actions. @returns what is heard and due at once, claimed: it waits for no job */
export async function beginActions(
  trx: Kysely<Database>,
  { jobs }: Pick<Deps, 'jobs'>,
  { runId, owner_id, actions, confirmedBy }: Beginning,
): Promise<RunActionRow[]> {
  const dueAfterS = dueAfter(actions);
  const now = actions.flatMap((action, index) => (dueAfterS[index] === 0 && isSpeech(action) ? [index] : []));
  const begun = await beginRun(trx, runId, { confirmedBy, dueAfterS, claimed: now });
  const newJobs = begun.map(({ index, action: { kind }, claimed_until, due_at }) => {
    // What is heard at once waits for nobody else's work.
    const later = now.length > 0 && dueAfterS[index] === 0 ? SPEECH_FIRST_MS : 0;
    const startAfter = claimed_until ?? new Date((due_at?.getTime() ?? Date.now()) + later);
    return { scenario_run_id: runId, index, owner_id, kind, verb: 'start' as const, startAfter };
  });
  await scheduleActions(trx, jobs, newJobs);
  return begun.filter(({ state }) => state === 'working');
}

/** Where this fails, the job of the action does it. @param author whose rights were just looked at */
export async function speakAtOnce(deps: Deps, claimed: readonly RunActionRow[], author?: Principal): Promise<void> {
  await Promise.all(
    claimed.map((action) =>
      runClaimed(deps, action, author).catch((error: unknown) =>
        deps.log.error({ err: error, scenario_run_id: action.scenario_run_id }, 'an action of a scenario failed'),
      ),
    ),
  );
}

async function turnOff(deps: Deps, { id, owner_id, company_id, name }: ScenarioRow): Promise<void> {
  await transact(deps.db, async (trx) => {
    if (!(await turnOffScenario(trx, id))) return;
    const entry = { action: 'scenario.disable', object_kind: 'scenario', object_id: id, owner_id, company_id } as const;
    await auditAsSystem(trx, [{ ...entry, details: { name } }]);
  });
  deps.events.changed('scenarios_changed', [id], owner_id);
}

/** Throws rate_limited. */
export const countByHand = (deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `scenarios-by-hand:${user.id}`, ...BY_HAND }], TOO_OFTEN);
