import {
  type OrganisationSession,
  settingsHttp,
  type UpdateUserSettings,
  type UserSettings,
} from '@belfry/schemas/http/accounts/settings';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { fieldError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { lockUser } from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import { findKeyState, renewKey } from './keys.repository.ts';
import {
  findOrganisationSession,
  findPeopleOfOrganisation,
  findUserSettings,
  saveOrganisationSession,
  saveUserSettings,
} from './settings.repository.ts';

const CHANGES_PER_MINUTE = 60;
/** A change of the maximum looks at the sessions of all members. */
const ORGANISATION_CHANGES_PER_MINUTE = 10;

export const settingsRoutes = [
  serve(settingsHttp.read, { access: 'signed-in' }, ({ deps, user }) => findUserSettings(deps.db, user.id)),
  serve(
    settingsHttp.update,
    { access: 'signed-in', ownKeyOnly: true, audit: 'user.settings of user' },
    ({ deps, user, body }) => updateSettings(deps, user, body),
  ),
  serve(settingsHttp.session, { access: 'signed-in' }, async ({ deps, user }) => {
    const state = await findKeyState(deps.db, user.key_id);
    if (!state) throw notFound('Session not found');
    return state;
  }),
  serve(settingsHttp.readOrganisation, { access: 'signed-in' }, ({ deps, user }) =>
    findOrganisationSession(deps.db, user.id),
  ),
  serve(
    settingsHttp.updateOrganisation,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'organisation.session of organisation' },
    ({ deps, user, body, ip }) => limitSessions(deps, { user, ip }, body),
  ),
];

type SettingsDeps = Pick<Deps, 'db' | 'auth' | 'events' | 'config'>;

/** Stores what a person has chosen. Throws unprocessable for a time-out above the maximum of their organisation. */
async function updateSettings(deps: SettingsDeps, user: Principal, choices: UpdateUserSettings): Promise<UserSettings> {
  await countAttempt(deps, [{ key: `settings:${user.id}`, hits: CHANGES_PER_MINUTE, windowSeconds: 60 }]);
  const { session_minutes: minutes } = choices;
  const settings = await transact(deps.db, async (trx) => {
    await lockUser(trx, user.id);
    const { max_session_minutes: most } = await findUserSettings(trx, user.id);
    if (minutes != null && most !== null && minutes > most)
      throw fieldError('unprocessable', 'session_minutes', `Your organisation permits at most ${most} minutes`);
    await saveUserSettings(trx, user.id, choices);
    if (minutes !== undefined) await renewKey(trx, user.key_id);
    return findUserSettings(trx, user.id);
  });
  if (minutes !== undefined) deps.auth.forget();
  deps.events.notify(user.id, 'user_changed', [user.id]);
  return settings;
}

/** Limits the sessions of the caller and of all members of their organisation; see AUTH-40. */
async function limitSessions(
  deps: SettingsDeps,
  actor: Actor,
  limit: OrganisationSession,
): Promise<OrganisationSession> {
  const { id } = actor.user;
  const key = `organisation-session:${id}`;
  await countAttempt(deps, [{ key, hits: ORGANISATION_CHANGES_PER_MINUTE, windowSeconds: 60 }]);
  const people = await transact(deps.db, async (trx) => {
    await lockUser(trx, id);
    await saveOrganisationSession(trx, id, limit);
    await renewKey(trx, actor.user.key_id);
    await audit(trx, actor, {
      action: limit.max_session_minutes === null ? 'organisation.lift-session-limit' : 'organisation.limit-sessions',
      object_kind: 'user',
      object_id: id,
      details: limit,
    });
    return findPeopleOfOrganisation(trx, id);
  });
  deps.auth.forget();
  for (const person of people) deps.events.notify(person, 'user_changed', [person]);
  return limit;
}
