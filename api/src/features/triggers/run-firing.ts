import { NODE_STARTS_PER_MINUTE, TRIGGER_STARTS_PER_MINUTE } from '@belfry/schemas/http/triggers/firings';
import type { FiringState } from '@belfry/schemas/domain/firings';
import { auditAsSystem } from '../../audit/audit-log.repository.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { isWithinLimits, type Limit } from '../../http/rate-limit/rate-limit.ts';
import { findStandingCaller } from '../../people/standing-caller.ts';
import { endEmergenciesAt } from '../announcements/index.ts';
import { hasDrill, isEmergencyAction, startAction, policyOf } from './act.ts';
import { askByPush } from './ask-by-push.ts';
import {
  claimFiring,
  type ClaimedFiring,
  expireAsking,
  findFiringWork,
  postponeFiring,
  settleFiring,
} from './firings.repository.ts';
import { findTriggerRow, turnOffTrigger, type TriggerRow } from './triggers.repository.ts';

/** After so many attempts that have failed for a reason of ours, a start has failed. */
const ATTEMPTS_MAX = 5;
const POSTPONED_S = 5;
const RESUMED_AT_ONCE = 50;

type Outcome = { state: FiringState; reason: string | null };
const outcome = (state: FiringState, reason: string | null = null): Outcome => ({ state, reason });

/**
 * Works on a start of a trigger: does what was prepared with the rights that its creator has now, asks first, or says why not. A start that
 * somebody else works on, or has, is left alone; one whose process has ended is worked on again, and its announcement is started once.
 */
export async function runFiring(deps: Deps, firingId: number): Promise<void> {
  const firing = await claimFiring(deps.db, firingId);
  const trigger = firing && (await findTriggerRow(deps.db, firing.trigger_id));
  if (!firing || !trigger) return;
  try {
    await settle(deps, { firing, trigger }, await decide(deps, firing, trigger));
  } catch (error) {
    const failure = failureOf(error, firing);
    if (failure) return await settle(deps, { firing, trigger }, failure);
    if (!isDatabaseAway(error)) deps.log.error({ err: error, firing_id: firingId }, 'a trigger could not be started');
    // Where Postgres is away, the claim passes by itself.
    await postponeFiring(deps.db, firingId, POSTPONED_S).catch(() => undefined);
  }
}

/** What the caller of a person would be told; null where another attempt may succeed. */
function failureOf(error: unknown, { attempts }: ClaimedFiring): Outcome | null {
  if (error instanceof AppError && error.status < 500)
    return outcome(error.code === 'rate_limited' ? 'limited' : 'failed', error.message);
  return attempts >= ATTEMPTS_MAX ? outcome('failed', 'Belfry could not start it') : null;
}

async function decide(deps: Deps, firing: ClaimedFiring, trigger: TriggerRow): Promise<Outcome> {
  const isTest = firing.source === 'test';
  if (!trigger.enabled && !isTest) return outcome('refused', 'The trigger is off');
  const creator = await findStandingCaller(deps.db, trigger, policyOf(trigger.action));
  if (!creator) return outcome('refused', 'Whoever has prepared it may not do it any more');
  const isConfirmed = firing.decided_at !== null;
  const ends = firing.ends_run_ids;
  if (ends === null && !isTest && !isConfirmed && !(await isWithinLimits(deps, limitsOf(trigger))))
    return outcome('limited', 'It was started too often');
  const drill = trigger.drill || firing.drill || isTest;
  if (drill && !hasDrill(trigger.action)) return outcome('drill');
  if (!drill && trigger.mode === 'ask' && !isConfirmed) return outcome('asking');
  if (ends !== null) {
    const { owner_id, company_id } = trigger;
    await endEmergenciesAt(deps, { user: creator, ip: '' }, { owner_id, company_id, run_ids: ends });
    return outcome(drill ? 'drill' : 'started', 'All clear: the sender of the alert has ended it');
  }
  await startAction(deps, trigger, { run_id: firing.run_id, drill, details: firing.details });
  return outcome(drill ? 'drill' : 'started');
}

/** An emergency shares its limit with nothing else, so that nobody uses it up by starting something else. */
const limitsOf = ({ id, company_id, action }: TriggerRow): Limit[] => [
  { key: `trigger:${id}`, hits: TRIGGER_STARTS_PER_MINUTE, windowSeconds: 60 },
  ...(isEmergencyAction(action)
    ? []
    : [{ key: `triggers-at:${company_id}`, hits: NODE_STARTS_PER_MINUTE, windowSeconds: 60 }]),
];

/** Stores what became of it, with a row of the audit where something was done or asked; whoever has lost the rights turns the trigger off. */
async function settle(
  deps: Deps,
  { firing, trigger }: { firing: ClaimedFiring; trigger: TriggerRow },
  { state, reason }: Outcome,
): Promise<void> {
  const { id, owner_id, company_id, name, action } = trigger;
  const common = { object_kind: 'trigger', object_id: id, owner_id, company_id } as const;
  await transact(deps.db, async (trx) => {
    await settleFiring(trx, firing.firing_id, { state, reason });
    const details = { name, action: action.type, source: firing.source, state, firing_id: firing.firing_id };
    if (state === 'started' || state === 'drill' || state === 'asking')
      await auditAsSystem(trx, [{ ...common, action: `trigger.${state === 'asking' ? 'ask' : 'start'}`, details }]);
    if (state === 'refused' && trigger.enabled && (await turnOffTrigger(trx, id)))
      await auditAsSystem(trx, [{ ...common, action: 'trigger.disable', details: { name, reason } }]);
  });
  deps.events.changed('triggers_changed', [id], owner_id);
  if (state === 'asking') await askByPush(deps, trigger, firing);
}

/**
 * Works on what was lost with its process, or stored by an instance that has not worked on it, and ends what nobody has confirmed in time. Called
 * every few seconds; one statement where there is nothing to do. A failure is one of that start only.
 * @param onFeedsDue called where a feed of public alerts is to be read
 */
export async function resumeFirings(
  deps: Deps,
  { onFeedsDue, run }: { onFeedsDue: () => void; run: (firingIds: readonly number[]) => Promise<void> },
): Promise<void> {
  const { queued, isLate, isFeedDue } = await findFiringWork(deps.db, RESUMED_AT_ONCE);
  if (isFeedDue) onFeedsDue();
  if (queued.length > 0) await run(queued);
  if (isLate) await expireAsking(deps.db);
}
