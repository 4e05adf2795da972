import type { LoginBody, LoginOutcome } from '@belfry/schemas/http/accounts/auth';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { countAttempt, clearAttempts, uncountAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { revokeToken } from '../one-time-tokens/index.ts';
import { simulateVerification, verifyPassword } from '../../lib/password-hash.ts';
import { findUserForSignIn, lockUser, type SignInUser } from '../users/index.ts';
import { adoptTimeZone } from './adopt-time-zone.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { openSession, type Origin } from './session-keys.ts';
import { signInLimits, type SignInLimits } from './sign-in-limits.ts';
import { createChallenge } from './two-step.service.ts';
import { countUnlocked } from './unlock.service.ts';
import { revokeKey } from './revoked-keys.repository.ts';
import type { Deps } from '../../deps.ts';

/**
 * Checks email and password and issues a new key (AUTH-5), or a challenge for users with two-factor sign-in. Throws
 * wrong_credentials, with the same delay for an unknown mail; email_not_confirmed; account_blocked; rate_limited;
 * link_expired for an invalid unlock token.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'config'>,
  body: LoginBody,
  origin: Origin,
): Promise<Wire<LoginOutcome>> {
  const limits = signInLimits(body.email, origin.ip);
  const user = await findAndCount(deps, body, limits, origin.ip);
  const isRight = user
    ? await verifyPassword(body.password, user.password_hash)
    : await simulateVerification(body.password);
  if (!user || !isRight) throw wrongCredentials();
  // Concurrently, because each write waits for the disk.
  const [outcome] = await Promise.all([
    openSessionOrChallenge(deps, user, { origin, time_zone: body.time_zone }),
    resetAttempts(deps.db, body, limits),
  ]);
  return outcome;
}

/** Finds the account and counts the attempt: against the limits of the account, or of the unlock link. */
async function findAndCount(
  deps: Pick<Deps, 'db' | 'config'>,
  { email, unlock }: LoginBody,
  { ofAddress, ofAccountAndAddress, ofAccount }: SignInLimits,
  ip: string,
): Promise<SignInUser | undefined> {
  const found = findUserForSignIn(deps.db, email);
  if (unlock === undefined) {
    const [user] = await Promise.all([found, countAttempt(deps, [ofAddress, ofAccountAndAddress, ofAccount])]);
    return user;
  }
  const user = await found;
  await countUnlocked(deps, { token: unlock, userId: user?.id, ip });
  return user;
}

/** After a correct password. Attempts from other addresses stay counted. */
async function resetAttempts(
  db: Kysely<Database>,
  { unlock }: LoginBody,
  { ofAccountAndAddress, ofAccount }: SignInLimits,
): Promise<void> {
  await clearAttempts(db, ofAccountAndAddress.key);
  if (unlock === undefined) await uncountAttempt(db, ofAccount);
  else await revokeToken(db, unlock);
}

/** Checks again that the password is the verified one, because it may have been changed during the verification. */
async function openSessionOrChallenge(
  { db }: Pick<Deps, 'db'>,
  checked: SignInUser,
  { origin, time_zone }: { origin: Origin; time_zone: string | undefined },
): Promise<Wire<LoginOutcome>> {
  return transact(db, async (trx) => {
    const user = await lockUser(trx, checked.id);
    if (user?.password_hash !== checked.password_hash) throw wrongCredentials();
    if (!user.email_confirm) throw new AppError('email_not_confirmed', 'Please confirm your email address first');
    refuseBlocked(user);
    if (checked.two_factor) return createChallenge(trx, user.id);
    await adoptTimeZone(trx, user, time_zone);
    return openSession(trx, user, origin);
  });
}

const wrongCredentials = (): AppError => new AppError('wrong_credentials', 'Invalid email or password');

/** Revokes the key of the request and closes the user's live connections. */
export async function signOut(
  { db, auth, broker }: Pick<Deps, 'db' | 'auth' | 'broker'>,
  user: Principal,
): Promise<void> {
  await revokeKey(db, user.key_id);
  auth.forget();
  await broker.disconnect('console', [user.id]);
}
