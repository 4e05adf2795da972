import {
  type ChangeScreenBody,
  type NewScreenBody,
  type Screen,
  SCREEN_NEXT_MAX,
  SCREENS_MAX,
  type ShownScreen,
} from '@belfry/schemas/http/scenarios/screens';
import type { PlayerScreen } from '@belfry/schemas/http/player/player';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { countAttempt, perAddress } from '../../../http/rate-limit/rate-limit.ts';
import type { DevicePrincipal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { shortLink } from '../../../lib/console-link.ts';
import { createKey, hashKey } from '../../../lib/keys.ts';
import { manage, type ObjectChange } from '../../../people/managed-object.ts';
import { type OwnerPolicy, ownOf } from '../../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../../companies/index.ts';
import { findEffectiveSettings } from '../../places/index.ts';
import { listNextRings } from '../../schedules/programmes/index.ts';
import {
  deleteScreen,
  findByToken,
  findEmergencyAt,
  findHeldScreens,
  findScreen,
  findScreens,
  findTexts,
  insertScreen,
  lockScreen,
  markShown,
  notePlayerSeen,
  noteSeen,
  type On,
  renameScreen,
  type ScreenRow,
} from './screens.repository.ts';

/** All throw not_found for one at a node that the caller does not manage. */
export const screens = manage<ScreenRow, Wire<Screen>, OwnerPolicy>({
  kind: 'screen',
  recordedFor: 'node',
  titles: 'displays',
  missing: 'Display not found',
  conflict: 'It was changed meanwhile',
  changes: { key: 'screens', hits: 60, refusal: 'Too many changes of displays.' },
  maxOf: () => SCREENS_MAX,
  findHeld: findHeldScreens,
  lock: lockScreen,
  find: findScreen,
  placeOf: findManagedPlace,
  changed: ({ events }, id, ownerId) => events.changed('scenarios_changed', [id], ownerId),
});

/** Throws not_found for a node that the caller does not manage. */
export const listScreens = listAtNodes(findScreens);

type ScreenDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** Its address is returned once. Throws not_found, rate_limited; unprocessable for one too many. */
export async function createScreen(
  deps: ScreenDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, name }: NewScreenBody,
): Promise<Wire<Screen & { url: string }>> {
  await screens.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  const token = createKey();
  const place = { owner_id, company_id };
  const made = await screens.create(deps, actor, place, async (trx) => ({
    id: await insertScreen(trx, { ...place, name, token_hash: hashKey(token), created_by: actor.user.id }),
    after: { name, company_id },
  }));
  return { ...made, url: shortLink(deps.config, '/screen', token) };
}

/** Throws as `createScreen`; edit_conflict. */
export async function changeScreen(
  deps: ScreenDeps,
  change: ObjectChange<OwnerPolicy>,
  { revision, name }: ChangeScreenBody,
): Promise<Wire<Screen>> {
  await screens.count(deps, change.actor);
  return screens.change(deps, change, { revision }, async (trx, before) => {
    await renameScreen(trx, change.id, name);
    return { before: { name: before.name }, after: { name } };
  });
}

/** Its page says so when it asks again. Throws rate_limited. */
export async function removeScreen(deps: ScreenDeps, change: ObjectChange<OwnerPolicy>): Promise<void> {
  await screens.count(deps, change.actor);
  await screens.remove(deps, change, async (trx, { name }) => {
    await deleteScreen(trx, change.id);
    return { before: { name } };
  });
}

/** Guesses of one address. */
const TRIES = { hits: 30, windowSeconds: 900 };
/** Of one display, which asks fifteen times; nobody else uses this up. */
const READS = { hits: 60, windowSeconds: 60 };

type Showing = { owner_id: number; company_id: number; language: string; on: On };

/** Notes which texts are on a page. @returns what goes on there */
async function showAt(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  { on, language, ...place }: Showing,
  shown: readonly number[],
): Promise<Wire<PlayerScreen>> {
  const { owner_id: ownerId } = place;
  const runs = shown.length === 0 ? [] : await markShown(db, { on, ownerId, receiptIds: shown });
  for (const run of runs) events.changed('scenarios_changed', [run], ownerId);
  const [emergency, texts] = await Promise.all([findEmergencyAt(db, place, language), findTexts(db, on, ownerId)]);
  return { emergency, texts };
}

/** What a device with a screen shows over its view; `shown` as for displays. Nothing while it is at no place. */
export async function showPlayer(
  deps: Pick<Deps, 'db' | 'events'>,
  { device_id, owner_id, company_id }: Pick<DevicePrincipal, 'device_id' | 'owner_id' | 'company_id'>,
  shown: readonly number[],
): Promise<Wire<PlayerScreen>> {
  await notePlayerSeen(deps.db, device_id);
  if (owner_id === null || company_id === null) return { emergency: null, texts: [] };
  const settings = (await findEffectiveSettings(deps.db, [company_id])).get(company_id);
  const language = settings?.language.value ?? 'en';
  return showAt(deps, { owner_id, company_id, language, on: { device_id } }, shown);
}

/** What a display shows now; `shown` are the texts that are on it already. Throws link_expired for one that was removed, rate_limited. */
export async function showScreen(
  deps: ScreenDeps,
  { token, shown, ip }: { token: string; shown: readonly number[]; ip: string },
): Promise<Wire<ShownScreen>> {
  const { db } = deps;
  const screen = await findByToken(db, hashKey(token));
  if (!screen) {
    await countAttempt(deps, [perAddress('screens', ip, TRIES)]);
    throw new AppError('link_expired', 'This display was removed.');
  }
  const { id, owner_id, company_id, name, place } = screen;
  await countAttempt(deps, [{ key: `screen:${id}`, ...READS }]);
  const settings = (await findEffectiveSettings(db, [company_id])).get(company_id);
  const language = settings?.language.value ?? 'en';
  await noteSeen(db, id);
  const [{ emergency, texts }, next] = await Promise.all([
    showAt(deps, { owner_id, company_id, language, on: { screen_id: id } }, shown),
    listNextRings(db, ownOf(owner_id), company_id),
  ]);
  return {
    name,
    place,
    language,
    time_zone: settings?.time_zone.value ?? 'UTC',
    now: new Date(),
    emergency,
    texts,
    next: next.slice(0, SCREEN_NEXT_MAX).map(({ at, title }) => ({ at, title })),
  };
}
