import { isEmergencyKind, type ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import {
  type ChangeScenarioBody,
  type NewScenarioBody,
  type Scenario,
  SCENARIOS_MAX,
} from '@belfry/schemas/http/scenarios/scenarios';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { type GrantHandler, hasStopped } from '../../people/grants.repository.ts';
import { manage, type ObjectChange } from '../../people/managed-object.ts';
import { nodePermits } from '../../people/owner-access.ts';
import {
  canManageTriggers,
  canStartEmergencyTriggers,
  canStartTriggers,
  type OwnerPolicy,
} from '../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../companies/index.ts';
import { actOf } from './acts/acts.ts';
import {
  deleteScenario,
  findHeldScenarios,
  findScenario,
  findScenarioRow,
  findScenarios,
  insertScenario,
  lockScenario,
  type ScenarioRow,
  updateScenario,
} from './scenarios.repository.ts';

export type ScenarioChange = ObjectChange<OwnerPolicy>;
type Place = { owner_id: number; company_id: number };

/** All throw not_found for a scenario at a node that the caller does not manage. */
export const scenarios = manage<ScenarioRow, Wire<Scenario>, OwnerPolicy>({
  kind: 'scenario',
  recordedFor: 'node',
  titles: 'scenarios',
  missing: 'Scenario not found',
  conflict: 'The scenario was changed meanwhile',
  changes: { key: 'scenarios', hits: 20, refusal: 'Too many changes of scenarios.' },
  maxOf: () => SCENARIOS_MAX,
  findHeld: findHeldScenarios,
  lock: lockScenario,
  find: findScenario,
  placeOf: findManagedPlace,
  changed: ({ events }, id, ownerId) => events.changed('scenarios_changed', [id], ownerId),
});

/** Throws not_found for a node that the caller does not manage. */
export const listScenarios = listAtNodes(findScenarios);

/** The right at its node without which it is not prepared, started, confirmed or ended. */
export const policyOf = (actions: readonly Pick<ScenarioAction, 'kind'>[]): OwnerPolicy =>
  actions.some(({ kind }) => isEmergencyKind(kind)) ? canStartEmergencyTriggers : canStartTriggers;

const auditFieldsOf = ({
  name,
  actions,
  drill,
  two_people,
}: Pick<ScenarioRow, 'name' | 'actions' | 'drill' | 'two_people'>) => ({
  name,
  drill,
  two_people,
  actions,
});

/** Checks that the caller could do each of its actions now. The first fault names its action. */
async function permitActions(
  deps: Deps,
  user: Principal,
  place: Place,
  actions: readonly ScenarioAction[],
): Promise<void> {
  const node = { company_id: place.company_id, user_id: place.owner_id };
  if (!(await nodePermits(deps.db, user, node, policyOf(actions))))
    throw new AppError('forbidden', 'You may not do this here yourself, so a scenario of yours may not either');
  const context = { deps, user, place, values: {}, urgent: false };
  for (const [index, action] of actions.entries()) {
    try {
      await actOf(action).permit(context, action);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      throw fieldError(error.code, `actions.${index}`, error.message);
    }
  }
}

/** Throws where this person could not do it now. */
export const permitAction = (deps: Deps, user: Principal, place: Place, action: ScenarioAction): Promise<void> =>
  actOf(action).permit({ deps, user, place, values: {}, urgent: false }, action);

/**
 * Throws not_found and forbidden for a node that the caller does not manage, and for what they could not do themselves, unprocessable for one too
 * many, rate_limited.
 */
export async function createScenario(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, actions, ...fields }: NewScenarioBody,
): Promise<Wire<Scenario>> {
  await scenarios.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  const place = { owner_id, company_id };
  await permitActions(deps, actor.user, place, actions);
  return scenarios.create(deps, actor, place, async (trx) => {
    const row = { ...fields, ...place, actions: JSON.stringify(actions), created_by: actor.user.id };
    return {
      id: await insertScenario(trx, row),
      after: { ...auditFieldsOf({ ...fields, actions }), company_id },
    };
  });
}

/** From then on it acts with the rights of the caller. Throws as `createScenario`; edit_conflict. */
export async function changeScenario(
  deps: Deps,
  change: ScenarioChange,
  { revision, enabled, actions, ...fields }: ChangeScenarioBody,
): Promise<Wire<Scenario>> {
  const { id, actor } = change;
  await scenarios.count(deps, actor);
  await scenarios.read(deps.db, change);
  const place = await findScenarioRow(deps.db, id);
  if (!place) throw scenarios.missing();
  // One that is turned off may be so whatever the caller could do.
  if (enabled) await permitActions(deps, actor.user, place, actions);
  return scenarios.change(deps, change, { revision }, async (trx, before) => {
    if (enabled && !before.enabled && (await hasStopped(trx, 'scenario', id)))
      throw new AppError('conflict', 'Whoever made this scenario may not any more. Take it over, keep it or end it.');
    await updateScenario(trx, id, {
      ...fields,
      actions: JSON.stringify(actions),
      created_by: actor.user.id,
      enabled,
      disabled_reason: enabled ? null : 'person',
      missed: null,
      checked_at: null,
      reached_all_at: null,
    });
    return {
      before: { ...auditFieldsOf(before), enabled: before.enabled },
      after: { ...auditFieldsOf({ ...fields, actions }), enabled },
    };
  });
}

/** Its runs stay. Throws rate_limited. */
export async function removeScenario(deps: Deps, change: ScenarioChange): Promise<void> {
  await scenarios.count(deps, change.actor);
  await scenarios.remove(deps, change, async (trx, row) => {
    await deleteScenario(trx, change.id);
    return { before: auditFieldsOf(row) };
  });
}

export const scenarioGrant: GrantHandler = {
  async pass(trx, deps, actor, { id, wasOn }) {
    const before = await lockScenario(trx, id);
    if (!before) throw scenarios.missing();
    if (wasOn) await permitActions({ ...deps, db: trx }, actor.user, before, before.actions);
    await updateScenario(trx, id, {
      created_by: actor.user.id,
      ...(wasOn ? { enabled: true, disabled_reason: null } : { disabled_reason: 'person' }),
    });
    return null;
  },
  end: (deps, actor, id) => removeScenario(deps, { id, actor, policy: canManageTriggers }),
};
