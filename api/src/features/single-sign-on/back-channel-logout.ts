import { transact } from '../../db/transact.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { lockUser } from '../../people/users.repository.ts';
import { disconnectUsers, endSessionsByKey, revokeSessions } from '../accounts/index.ts';
import { clearClaims, findIdentity } from './people.repository.ts';
import { SignOnError } from './problems.ts';
import { findProvider, lockProvider, type ProviderRow } from './providers.repository.ts';
import { deleteProviderMemberships } from './rule-memberships.repository.ts';
import { accessOf, countCaller, countProvider } from './sign-on.service.ts';
import { findSessions, useLogoutToken } from './sign-ons.repository.ts';
import { AHEAD_MAX_S, isSignedByOneOf, readToken } from './signed-token.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be, and how far the provider's clock may be ahead, in seconds. */
const AGE_MAX_S = 300;
const ID_MAX = 255;

/** A logout that is verified: of one session, or of everything of a person. */
type Logout = { tokenId: string; subject: string | null; sessionId: string | null };

type LogoutDeps = Pick<Deps, 'db' | 'config' | 'identityProviders' | 'auth' | 'broker'>;

/**
 * Ends what a logout token of the provider names: the session with its `sid`; without one, every session of the person and the memberships
 * that the provider has made, until the next sign-in. An unknown person or session is no error. Throws SignOnError for a token that is not
 * valid, rate_limited.
 */
export async function logOutByProvider(
  deps: LogoutDeps,
  { providerId, token, ip }: { providerId: number; token: string; ip: string },
): Promise<void> {
  await countCaller(deps, ip, 'logout');
  const provider = await findProvider(deps.db, providerId);
  if (!provider) throw new SignOnError('unknown');
  const logout = await verifyLogoutToken(deps, provider, token);
  await countProvider(deps, providerId, 'logout');
  const ended = await transact(deps.db, async (trx) => {
    if ((await lockProvider(trx, providerId))?.issuer !== provider.issuer) throw new SignOnError('refused');
    if (!(await useLogoutToken(trx, providerId, logout.tokenId))) throw new SignOnError('refused');
    return endWhatItNames(trx, provider, logout);
  });
  if (ended.length > 0) await disconnectUsers(deps, ended);
}

/** @returns the users whose live connections must be dropped after the commit */
async function endWhatItNames(
  trx: Kysely<Database>,
  { provider_id, issuer }: ProviderRow,
  { subject, sessionId }: Logout,
): Promise<number[]> {
  if (sessionId !== null) {
    const sessions = await findSessions(trx, { provider_id, issuer, subject, session_id: sessionId });
    return endSessionsByKey(trx, sessions);
  }
  const identity = subject === null ? undefined : await findIdentity(trx, { provider_id, issuer, subject });
  const user = identity && (await lockUser(trx, identity.user_id));
  if (!user) return [];
  await clearClaims(trx, provider_id, user.id);
  await deleteProviderMemberships(trx, provider_id, user.id);
  return [...new Set([user.id, ...(await revokeSessions(trx, user.id))])];
}

/** Checks what costs nothing first, and fetches the keys only then. */
async function verifyLogoutToken(
  { config, identityProviders }: Pick<Deps, 'config' | 'identityProviders'>,
  provider: ProviderRow,
  text: string,
): Promise<Logout> {
  const logout = readLogout(text, provider);
  const { keys } = await identityProviders.describe(accessOf(config, provider));
  if (!(await isSignedByOneOf(text, keys))) throw new SignOnError('refused');
  return logout;
}

function readLogout(text: string, provider: ProviderRow): Logout {
  try {
    const { header, payload } = readToken(text);
    return logoutOf(header, payload, provider);
  } catch (error) {
    throw new SignOnError('refused', error);
  }
}

type Json = Readonly<Record<string, unknown>>;

function logoutOf(header: Json, payload: Json, { issuer, client_id }: ProviderRow): Logout {
  const { iss, aud, iat, exp, jti, events, nonce, sub, sid } = payload;
  const now = Date.now() / 1_000;
  const audience: unknown[] = Array.isArray(aud) ? aud : [aud];
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  const type = header['typ'];
  demand(type === undefined || (typeof type === 'string' && /^(application\/)?(logout\+)?jwt$/i.test(type)), 'typ');
  demand(iss === issuer, 'iss');
  demand(audience.includes(client_id), 'aud');
  demand(typeof iat === 'number' && iat > now - AGE_MAX_S && iat < now + AHEAD_MAX_S, 'iat');
  demand(exp === undefined || (typeof exp === 'number' && exp > now), 'exp');
  demand(isLogout, 'events');
  demand(nonce === undefined, 'nonce');
  demand(isId(jti), 'jti');
  demand(sub === undefined || isId(sub), 'sub');
  demand(sid === undefined || isId(sid), 'sid');
  demand(sub !== undefined || sid !== undefined, 'sub');
  return { tokenId: String(jti), subject: textOrNull(sub), sessionId: textOrNull(sid) };
}

const isId = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= ID_MAX && !value.includes('\0');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function demand(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`the claim ${claim} of the logout token is not valid`);
}
