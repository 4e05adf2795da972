import { isEmergencyKind } from '@belfry/schemas/http/scenarios/actions';
import { MISSED_SHOWN, type ScenarioCheck } from '@belfry/schemas/http/scenarios/scenarios';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { findStandingCaller } from '../../people/standing-caller.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { actOf, type CheckContext, type Checked } from './acts/acts.ts';
import { findScenario, findScenarioRow, findUnchecked, noteChecked, type ScenarioRow } from './scenarios.repository.ts';
import { policyOf } from './scenarios.service.ts';

/** What every press fills in. */
const SAMPLE = { name: 'Ada', text: 'Text' };
const CHECKED_AT_ONCE = 20;

/** Who and what a scenario would reach now, with the rights of its author, and whom not, and why. Nothing is sent; what it found is noted. */
export async function checkScenario(deps: Deps, scenario: ScenarioRow): Promise<ScenarioCheck> {
  const author = await findStandingCaller(deps.db, scenario, policyOf(scenario.actions));
  const settings = await findEffectiveSettings(deps.db, [scenario.company_id]);
  const place = String((await findScenario(deps.db, scenario.id))?.company_name ?? '');
  const zone = settings.get(scenario.company_id)?.time_zone.value ?? 'UTC';
  const actions: ScenarioCheck['actions'] = [];
  let lasting = 0;
  const values = { ...SAMPLE, place, zone };
  const urgent = scenario.actions.some(({ kind }) => isEmergencyKind(kind));
  const context = author && { deps, user: author, place: scenario, values, urgent };
  for (const [index, action] of scenario.actions.entries()) {
    const checked = context ? await checkOne(context, action) : notPossible('Whoever has prepared it may not any more');
    lasting += checked.missed.filter(({ reason }) => reason !== 'outside_hours').length;
    actions.push({
      index,
      kind: action.kind,
      reached: checked.reached,
      missed: checked.missed.slice(0, MISSED_SHOWN),
      missed_total: checked.missed.length,
      parts: checked.parts ?? null,
      missing: checked.missing ?? [],
    });
  }
  // Quiet hours of people pass by themselves.
  await noteChecked(deps.db, scenario.id, lasting);
  return { actions };
}

const notPossible = (detail: string): Checked => ({
  reached: 0,
  missed: [{ who: '', reason: 'not_possible', detail }],
});

/** An action that could not be done at all says why. */
async function checkOne(context: CheckContext, action: ScenarioRow['actions'][number]): Promise<Checked> {
  try {
    return await actOf(action).check(context, action);
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
