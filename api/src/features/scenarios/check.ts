import { isEmergencyKind, type ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { type DraftScenarioBody, MISSED_SHOWN, type ScenarioCheck } from '@belfry/schemas/http/scenarios/scenarios';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { findStandingCaller } from '../../people/standing-caller.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { findPermittedCompany } from '../companies/index.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { actOf, type CheckContext, type Checked } from './acts/acts.ts';
import { findScenario, findScenarioRow, findUnchecked, noteChecked, type ScenarioRow } from './scenarios.repository.ts';
import { policyOf } from './scenarios.service.ts';

/** What every press fills in. */
const SAMPLE = { name: 'Ada', text: 'Text' };
const CHECKED_AT_ONCE = 20;

type Place = { owner_id: number; company_id: number; company_name: string };

async function contextOf(
  deps: Deps,
  user: Principal,
  { company_name, ...place }: Place,
  actions: readonly ScenarioAction[],
): Promise<CheckContext> {
  const settings = await findEffectiveSettings(deps.db, [place.company_id]);
  const zone = settings.get(place.company_id)?.time_zone.value ?? 'UTC';
  const values = { ...SAMPLE, place: company_name, zone };
  return { deps, user, place, values, urgent: actions.some(({ kind }) => isEmergencyKind(kind)) };
}

type Answered = ScenarioCheck['actions'][number];

const answered = (index: number, { kind }: ScenarioAction, checked: Checked): Answered => ({
  index,
  kind,
  reached: checked.reached,
  missed: checked.missed.slice(0, MISSED_SHOWN),
  missed_total: checked.missed.length,
  parts: checked.parts ?? null,
  missing: checked.missing ?? [],
});

/** Who and what a scenario would reach now, with the rights of its author, and whom not, and why. Nothing is sent; what it found is noted. */
export async function checkScenario(deps: Deps, scenario: ScenarioRow): Promise<ScenarioCheck> {
  const author = await findStandingCaller(deps.db, scenario, policyOf(scenario.actions));
  const company_name = String((await findScenario(deps.db, scenario.id))?.company_name ?? '');
  const { owner_id, company_id } = scenario;
  const context = author && (await contextOf(deps, author, { owner_id, company_id, company_name }, scenario.actions));
  const actions: Answered[] = [];
  let lasting = 0;
  for (const [index, action] of scenario.actions.entries()) {
    const checked = context
      ? await checkOne(() => actOf(action).check(context, action))
      : notPossible('Whoever has prepared it may not any more');
    lasting += checked.missed.filter(({ reason }) => reason !== 'outside_hours').length;
    actions.push(answered(index, action, checked));
  }
  // Quiet hours of people pass by themselves.
  await noteChecked(deps.db, scenario.id, lasting);
  return { actions };
}

/** As `checkScenario`, of one that is not saved, with the rights of the caller. Throws not_found for a node that the caller does not manage. */
export async function checkDraft(
  deps: Deps,
  user: Principal,
  policy: OwnerPolicy,
  { company_id, actions }: DraftScenarioBody,
): Promise<ScenarioCheck> {
  const { user_id: owner_id, name } = await findPermittedCompany(deps.db, user, company_id, policy);
  const context = await contextOf(deps, user, { owner_id, company_id, company_name: name }, actions);
  const mayStart = await nodePermits(deps.db, user, { company_id, user_id: owner_id }, policyOf(actions));
  const found: Answered[] = [];
  for (const [index, action] of actions.entries()) {
    const act = actOf(action);
    const checked = mayStart
      ? await checkOne(async () => {
          await act.permit(context, action);
          return act.check(context, action);
        })
      : notPossible('You may not do this here yourself, so a scenario of yours may not either');
    found.push(answered(index, action, checked));
  }
  return { actions: found };
}

const notPossible = (detail: string): Checked => ({
  reached: 0,
  missed: [{ who: '', reason: 'not_possible', detail }],
});

/** An action that could not be done at all says why. */
async function checkOne(check: () => Promise<Checked>): Promise<Checked> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return notPossible(error.message);
    throw error;
  }
}

/** Looks at those that nobody has looked at for a day. Called every few seconds; a failure is one of that scenario only. */
export async function checkDaily(deps: Deps): Promise<void> {
  for (const id of await findUnchecked(deps.db, CHECKED_AT_ONCE)) {
    const scenario = await findScenarioRow(deps.db, id);
    if (!scenario) continue;
    try {
      await checkScenario(deps, scenario);
      deps.events.changed('scenarios_changed', [id], scenario.owner_id);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      deps.log.error({ err: error, scenario_id: id }, 'a scenario could not be checked');
      await noteChecked(deps.db, id, null);
    }
  }
}
