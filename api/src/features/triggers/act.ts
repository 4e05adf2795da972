import { targetsSchema } from '@belfry/schemas/domain/targets';
import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { canStartEmergencyTriggers, canStartTriggers, type OwnerPolicy } from '../../policies/owners.ts';
import { hasStarted } from '../announcements/index.ts';
import { findScenarioRow, permitAction, type RunAction, startScenario, startSingle } from '../scenarios/index.ts';
import { textsOfAlert } from './alerts/alert-texts.ts';
import { variablesOf } from './details-variables.ts';
import type { TriggerRow } from './triggers.repository.ts';

export type Place = { owner_id: number; company_id: number };
type Single = Exclude<TriggerAction, { type: 'scenario' }>;

const AT_ONCE = { after: 'press', after_s: 0 } as const;
/** A chime of a trigger rings once, so neither counts. */
const ONCE = { once: true, every_s: 1, lasts_s: 5 } as const;

/** What an action is in a scenario of one. @param details of the start; without them there are no texts of an alert yet */
function singleOf(action: Single, company_id: number, details?: Record<string, unknown>): RunAction<ScenarioAction> {
  const here = targetsSchema.parse({ nodes: [company_id] });
  switch (action.type) {
    case 'message': {
      const { message_id, targets, priority } = action;
      return { kind: 'say', ...AT_ONCE, message_id, targets, priority };
    }
    case 'alert': {
      const { says, targets, priority } = action;
      const variants = details && textsOfAlert(details, says);
      const text = variants ? variants[0]?.text : '-';
      if (text === undefined) throw new AppError('unprocessable', 'There is no alert that could be said');
      return { kind: 'say', ...AT_ONCE, text, targets, priority, ...(variants && { variants }) };
    }
    case 'emergency':
      return { kind: 'emergency', ...AT_ONCE, message_id: action.message_id, targets: action.targets };
    case 'all_clear':
      return { kind: 'all_clear', ...AT_ONCE };
    case 'silence':
      return { kind: 'silence', ...AT_ONCE, minutes: action.minutes };
    case 'ring': {
      const { sound } = action;
      if (sound.type === 'chime')
        return { kind: 'chime', ...AT_ONCE, ...ONCE, chime: sound.chime, chime_id: sound.chime_id, targets: here };
      return { kind: 'say', ...AT_ONCE, message_id: sound.message_id, targets: here, priority: 'say_now' };
    }
  }
}

export const isEmergencyAction = ({ type }: TriggerAction): boolean => type === 'emergency' || type === 'all_clear';

/** The right at the node of the trigger without which it is not prepared, not started and not confirmed. Whether a scenario has emergencies may change. */
export const policyOf = (action: TriggerAction): OwnerPolicy =>
  isEmergencyAction(action) || action.type === 'scenario' ? canStartEmergencyTriggers : canStartTriggers;

export const hasDrill = ({ type }: TriggerAction): boolean => type === 'emergency' || type === 'scenario';

/** Throws not_found for a message, place or scenario that this person does not have, forbidden, unprocessable. */
export async function checkAction(deps: Deps, user: Principal, place: Place, action: TriggerAction): Promise<void> {
  if (action.type !== 'scenario') return permitAction(deps, user, place, singleOf(action, place.company_id));
  if ((await findScenarioRow(deps.db, action.scenario_id))?.owner_id !== place.owner_id)
    throw notFound('Scenario not found');
}

type Start = { run_id: string; drill: boolean; details: Record<string, unknown> };

/** Starts a scenario, or the action as one, once for each `run_id`. Throws as the call of a person would. */
export async function startAction(deps: Deps, trigger: TriggerRow, { run_id, drill, details }: Start): Promise<void> {
  const { owner_id, company_id, name, action, created_by } = trigger;
  if (action.type === 'scenario') {
    const scenario = await findScenarioRow(deps.db, action.scenario_id);
    if (scenario?.owner_id !== owner_id) throw notFound('Scenario not found');
    const pressed = { key: `trigger:${run_id}`, source: 'trigger' as const, actor: null, name };
    await startScenario(deps, scenario, { ...pressed, drill, variables: variablesOf(details) });
    return;
  }
  const single = singleOf(action, company_id, details);
  const of = { run_id, owner_id, company_id, name, acts_for: created_by, drill };
  const { state, reason, isLimited } = await startSingle(deps, { ...of, action: single });
  // An announcement that nobody hears has started: its receipts say why.
  if (state === 'failed' && !(await hasStarted(deps.db, run_id)))
    throw new AppError(isLimited ? 'rate_limited' : 'unprocessable', reason ?? 'It could not be started');
}
