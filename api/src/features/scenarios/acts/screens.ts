import { textLanguageOf } from '@belfry/schemas/domain/text-languages';
import type { ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { readableNodes, speechTargets } from '../../../policies/owners.ts';
import { findEffectiveSettings, resolveTargets } from '../../places/index.ts';
import { giveBack } from '../outputs/outputs.service.ts';
import { findPlayers, findScreensAt, insertShown, type ScreenAt } from '../screens/screens.repository.ts';
import { fillWritten, timeValues } from '../variables.ts';
import type { Acts } from './act.ts';
import { whoOf } from './outputs.ts';
import { reportOf } from './speech.ts';

type Shown = ScenarioActionOf<'screen'>;

/** The displays and players of an action. Throws not_found and forbidden for a place at which its author may not speak now. */
async function findDisplays(
  { db }: Pick<Deps, 'db'>,
  user: Principal,
  ownerId: number,
  { targets }: Shown,
): Promise<ScreenAt[]> {
  const places = await resolveTargets(db, speechTargets(user), targets, { readable: readableNodes(user) });
  const players = await findPlayers(
    db,
    places.map(({ device_id }) => device_id),
  );
  const onPlayers = places.flatMap(({ device_id, user_id, name, path }) => {
    const seen = user_id === ownerId ? players.get(device_id) : undefined;
    return seen ? [{ ...seen, on: { device_id }, who: whoOf({ name, path }) }] : [];
  });
  return [...(await findScreensAt(db, ownerId, targets)), ...onPlayers];
}

const sampleOf = (values: Readonly<Record<string, string>>) => ({
  ...values,
  ...timeValues(new Date(), { zone: values['zone'] ?? 'UTC', lang: 'en' }),
});

export const SCREEN_ACTS: Acts<'screen'> = {
  screen: {
    async permit({ deps, user, place }, action) {
      await findDisplays(deps, user, place.owner_id, action);
    },
    async check({ deps, user, place, values }, action) {
      const displays = await findDisplays(deps, user, place.owner_id, action);
      const { missing } = fillWritten(action.text, sampleOf(values));
      if (displays.length === 0) return { reached: 0, missed: [{ who: '', reason: 'nobody', detail: null }], missing };
      const away = displays.filter(({ is_on }) => !is_on);
      const missed = away.map(({ who, last_seen_at }) => ({
        who,
        reason: 'offline' as const,
        detail: last_seen_at?.toISOString() ?? null,
      }));
      return { reached: displays.length - away.length, missed, missing };
    },
    async start(deps, { user }, { run, index }, action) {
      const displays = await findDisplays(deps, user, run.owner_id, action);
      if (displays.length === 0) return { state: 'failed', reason: 'There is no display at these places' };
      const settings = (await findEffectiveSettings(deps.db, [run.company_id])).get(run.company_id);
      const lang = textLanguageOf(settings?.language.value ?? 'en');
      const values = { ...run.variables, ...timeValues(run.began_at, { zone: run.zone, lang }) };
      const { text, missing } = fillWritten(action.text, values);
      if (text === '') return { state: 'failed', reason: reportOf(missing) };
      const { colour, lasts_s } = action;
      const until = lasts_s === undefined ? null : new Date(Date.now() + lasts_s * 1_000);
      const shown = { scenario_run_id: run.scenario_run_id, index, text, colour, until };
      await transact(deps.db, (trx) => insertShown(trx, shown, displays));
      return { state: 'active', reason: reportOf(missing), lasts_s };
    },
    end: (deps, { user }, { run, index }) => giveBack(deps, { scenario_run_id: run.scenario_run_id, index }, user.id),
  },
};
