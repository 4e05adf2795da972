import type { LookupLanguage } from '@belfry/schemas/http/lookups';
import type { Session } from '@belfry/schemas/http/accounts/sessions';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { GeoLocation } from '../../lookups/location/index.ts';
import { countryName } from '../../lookups/index.ts';
import { describeUserAgent } from './user-agent.ts';
import { findLiveKeys, type LiveKey } from './user-keys.repository.ts';
import { revokeKeys, revokeImpersonationKeys } from './revoked-keys.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Revokes every key of a user; for a transaction that issues another. */
export const revokeAllKeys = (trx: Kysely<Database>, userId: number): Promise<number> => revokeKeys(trx, userId, {});

/** The valid sessions of a user, the last used first. */
export async function listSessions(
  { db, findGeoLocation }: Pick<Deps, 'db' | 'findGeoLocation'>,
  { id, key_id }: Principal,
  lang: LookupLanguage,
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
  lang: LookupLanguage,
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

/** After the commit: removes revoked keys from the cache and drops the live connections of these users. */
export async function disconnectUsers(
  { auth, broker }: Pick<SessionsDeps, 'auth' | 'broker'>,
  userIds: number[],
): Promise<void> {
  auth.forget();
  if (userIds.length > 0) await broker.disconnect('console', userIds);
}
