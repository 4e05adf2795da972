import { targetsSchema } from '@belfry/schemas/domain/targets';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import {
  canSilenceNode,
  canStartEmergencyTriggers,
  canStartTriggers,
  emergencyTargets,
  type OwnerPolicy,
  speechTargets,
} from '../../policies/owners.ts';
import { AppError, notFound } from '../../errors.ts';
import { checkPlaces, checkPrepared, endEmergenciesAt, ring, say, startEmergency } from '../announcements/index.ts';
import { textsOfAlert } from './alerts/alert-texts.ts';
import { silenceFor } from '../bells/index.ts';
import { findScenarioRow, startScenario } from '../scenarios/index.ts';
import { variablesOf } from './details-variables.ts';

type ActionType = TriggerAction['type'];
type ActionOf<T extends ActionType> = Extract<TriggerAction, { type: T }>;

export type Place = { owner_id: number; company_id: number };
type Start = Place & {
  /** Of the trigger. */
  name: string;
  run_id: string;
  drill: boolean;
  details: Record<string, unknown>;
};

/** How long a device that is offline now may take to say a message. */
const MESSAGE_EXPIRES_S = 60;

type Act<T extends ActionType> = {
  /** The right at the node of the trigger without which it is not prepared, not started and not confirmed. */
  policy: OwnerPolicy;
  hasDrill: boolean;
  /** Throws where it could not be done now. */
  check?: (deps: Deps, user: Principal, place: Place, action: ActionOf<T>) => Promise<void>;
  start: (deps: Deps, actor: Actor, start: Start, action: ActionOf<T>) => Promise<unknown>;
};

const ACTS: { [T in ActionType]: Act<T> } = {
  message: {
    policy: canStartTriggers,
    hasDrill: false,
    check: (deps, user, _place, { message_id, targets }) =>
      checkPrepared(deps, user, { message_id, targets, emergency: false }),
    start: (deps, actor, { run_id }, { message_id, targets, priority }) =>
      say(deps, actor, speechTargets, { message_id, targets, priority, expires_in_s: MESSAGE_EXPIRES_S, run_id }),
  },
  alert: {
    policy: canStartTriggers,
    hasDrill: false,
    check: (deps, user, _place, { targets }) => checkPlaces(deps, user, targets),
    start: (deps, actor, { run_id, details }, { says, targets, priority }) => {
      const variants = textsOfAlert(details, says);
      const [first] = variants;
      if (!first) throw new AppError('unprocessable', 'There is no alert that could be said');
      const text = first.text;
      return say(deps, actor, speechTargets, {
        text,
        variants,
        targets,
        priority,
        expires_in_s: MESSAGE_EXPIRES_S,
        run_id,
      });
    },
  },
  emergency: {
    policy: canStartEmergencyTriggers,
    hasDrill: true,
    check: (deps, user, _place, { message_id, targets }) =>
      checkPrepared(deps, user, { message_id, targets, emergency: true }),
    start: (deps, actor, { run_id, drill }, { message_id, targets }) =>
      startEmergency(deps, actor, emergencyTargets, { message_id, targets, drill, run_id }),
  },
  all_clear: {
    policy: canStartEmergencyTriggers,
    hasDrill: false,
    start: (deps, actor, place) => endEmergenciesAt(deps, actor, place),
  },
  silence: {
    policy: canStartTriggers,
    hasDrill: false,
    start: (deps, actor, { company_id }, { minutes }) =>
      silenceFor(deps, { companyId: company_id, actor, policy: canSilenceNode }, minutes),
  },
  scenario: {
    // Whether one has emergencies may change later.
    policy: canStartEmergencyTriggers,
    hasDrill: true,
    async check({ db }, _user, { owner_id }, { scenario_id }) {
      if ((await findScenarioRow(db, scenario_id))?.owner_id !== owner_id) throw notFound('Scenario not found');
    },
    async start(deps, _actor, { owner_id, run_id, drill, name, details }, { scenario_id }) {
      const scenario = await findScenarioRow(deps.db, scenario_id);
      if (scenario?.owner_id !== owner_id) throw notFound('Scenario not found');
      const variables = variablesOf(details);
      const pressed = { key: `trigger:${run_id}`, source: 'trigger' as const, actor: null, name, drill, variables };
      await startScenario(deps, scenario, pressed);
    },
  },
  ring: {
    policy: canStartTriggers,
    hasDrill: false,
    async check(deps, user, { company_id }, { sound }) {
      const targets = targetsSchema.parse({ nodes: [company_id] });
      if (sound.type === 'message')
        await checkPrepared(deps, user, { message_id: sound.message_id, targets, emergency: false });
    },
    start: (deps, actor, { company_id, run_id }, { sound }) =>
      ring(deps, actor, speechTargets, { company_id, sound, run_id }),
  },
};

export const policyOf = (action: TriggerAction): OwnerPolicy => ACTS[action.type].policy;

export const hasDrill = (action: TriggerAction): boolean => ACTS[action.type].hasDrill;

export const isEmergencyAction = ({ type }: TriggerAction): boolean => type === 'emergency' || type === 'all_clear';

/** The table has the entry of each type, which the compiler does not follow from a union. */
const actOf = ({ type }: TriggerAction): Act<ActionType> => ACTS[type] as unknown as Act<ActionType>;

/** Throws not_found for a message or place that this person does not have, forbidden, unprocessable. */
export async function checkAction(deps: Deps, user: Principal, place: Place, action: TriggerAction): Promise<void> {
  await actOf(action).check?.(deps, user, place, action);
}

/** Throws as the call of a person would. */
export async function startAction(deps: Deps, actor: Actor, start: Start, action: TriggerAction): Promise<void> {
  await actOf(action).start(deps, actor, start, action);
}
