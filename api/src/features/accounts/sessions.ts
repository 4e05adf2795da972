import type { Role } from '@belfry/schemas/domain/roles';
import type { LoginAnswer } from '@belfry/schemas/http/accounts/auth';
import { type Session, sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { describeUserAgent } from '../../lib/user-agent.ts';
import { setLastLogin } from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import { countryName, type GeoLocation } from '../lookups/index.ts';
import {
  findLiveKeys,
  insertKey,
  type LiveKey,
  revokeImpersonationKeys,
  revokeKeys,
  revokePassedKeys,
} from './keys.repository.ts';

export const sessionsRoutes = [
  serve(sessionsHttp.list, { access: 'signed-in', ownKeyOnly: true }, ({ deps, user, query }) =>
    listSessions(deps, user, query.lang),
  ),
  serve(
    sessionsHttp.endOthers,
    { access: 'signed-in', ownKeyOnly: true, audit: 'account.end-other-sessions of user' },
    async ({ deps, user }) => ({
      revoked: await endSessions(deps, user.id, { except: user.key_id }),
    }),
  ),
  serve(
    sessionsHttp.end,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'account.end-session of session' },
    ({ deps, user, params }) => revokeSession(deps, user, params.id),
  ),
];

export const revokeAllKeys = (trx: Kysely<Database>, userId: number): Promise<number> => revokeKeys(trx, userId, {});

export async function listSessions(
  { db, findGeoLocation }: Pick<Deps, 'db' | 'findGeoLocation'>,
  { id, key_id }: Principal,
  lang: TextLanguage,
): Promise<Wire<Session>[]> {
  const keys = await findLiveKeys(db, id);
  return keys.map((key) =>
    toSession(key, key.id === key_id, key.ip === null ? null : findGeoLocation(key.ip, lang), lang),
  );
}

const toSession = (
  key: LiveKey,
  current: boolean,
  location: GeoLocation | null,
  lang: TextLanguage,
): Wire<Session> => ({
  ...key,
  ...describeUserAgent(key.user_agent),
  current,
  country: location && countryName(location.countryCode, lang),
  city: location?.city ?? null,
});

type SessionsDeps = Pick<Deps, 'db' | 'auth' | 'broker'>;

/** Ends one session of the caller's own. Throws not_found for any other. */
export async function revokeSession(deps: SessionsDeps, user: Principal, keyId: number): Promise<void> {
  if ((await endSessions(deps, user.id, { only: keyId })) === 0) throw notFound('Session not found');
}

/**
 * Ends sessions of a user: all, only one, or all except one. All live connections of the user are dropped; those of the
 * remaining sessions reconnect.
 * @returns the number of ended sessions
 */
export async function endSessions(
  { db, auth, broker }: SessionsDeps,
  userId: number,
  which: { only?: number; except?: number } = {},
): Promise<number> {
  const revoked = await revokeKeys(db, userId, which);
  await disconnectUsers({ auth, broker }, revoked > 0 ? [userId] : []);
  return revoked;
}

/**
 * The same within the transaction of a change such as a new password. It also revokes the keys with which this user works as
 * others, and administrators as this user.
 * @returns the users whose live connections must be dropped after the commit
 */
export async function revokeSessions(
  trx: Kysely<Database>,
  userId: number,
  which: { except?: number } = {},
): Promise<number[]> {
  const impersonated = await revokeImpersonationKeys(trx, userId);
  const revoked = await revokeKeys(trx, userId, which);
  return [...new Set([...(revoked > 0 ? [userId] : []), ...impersonated])];
}

/**
 * Revokes these keys, in a transaction that holds whatever names them.
 * @returns the users whose live connections must be dropped after the commit
 */
export async function endSessionsByKey(
  trx: Kysely<Database>,
  sessions: readonly { key_id: number; user_id: number }[],
): Promise<number[]> {
  for (const { key_id, user_id } of sessions) await revokeKeys(trx, user_id, { only: key_id });
  return [...new Set(sessions.map(({ user_id }) => user_id))];
}

/** After the commit: removes revoked keys from the cache and drops the live connections of these users. */
export async function disconnectUsers(
  { auth, broker }: Pick<SessionsDeps, 'auth' | 'broker'>,
  userIds: number[],
): Promise<void> {
  auth.forget();
  if (userIds.length > 0) await broker.disconnect('console', userIds);
}

/** Ends the sessions whose time has passed, and drops the live connections of their users; called every few seconds. See AUTH-42. */
export async function endPassedSessions({ db, auth, broker }: SessionsDeps): Promise<void> {
  const userIds = await revokePassedKeys(db);
  if (userIds.length > 0) await disconnectUsers({ auth, broker }, userIds);
}

export type Origin = { ip: string; userAgent: string | undefined };

const USER_AGENT_MAX = 300;

/**
 * Issues a key of a user and stores its hash. The key itself is only returned.
 * @param options the origin, the administrator for whom it is issued, if any, and whether it is for setting up a second factor only
 */
export async function issueKey(
  db: Kysely<Database>,
  user_id: number,
  { origin, made_by, only_setup }: { origin?: Origin; made_by?: number; only_setup?: boolean } = {},
): Promise<{ user_key: string; expires_at: Date }> {
  const user_key = createKey();
  const user_agent = origin?.userAgent?.slice(0, USER_AGENT_MAX) ?? null;
  const key = {
    user_id,
    key_hash: hashKey(user_key),
    ip: origin?.ip ?? null,
    user_agent,
    ...(only_setup && { only_setup }),
  };
  const { expires_at } = await insertKey(db, made_by === undefined ? key : { ...key, made_by });
  return { user_key, expires_at };
}

/** Issues the key of a successful sign-in. Must run in the transaction that has locked the user. */
export async function openSession(
  trx: Kysely<Database>,
  user: { id: number; role: Role },
  origin: Origin,
): Promise<Wire<LoginAnswer>> {
  const key = await issueKey(trx, user.id, { origin });
  await setLastLogin(trx, user.id);
  return { ...key, id: user.id, role: user.role };
}
