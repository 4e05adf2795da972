import type { LoginBody, LoginOutcome } from '@belfry/schemas/http/accounts/auth';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { AppError } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import {
  countAttempt,
  clearAttempts,
  uncountAttempt,
  perAddress,
  type Limit,
} from '../../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { revokeToken } from '../one-time-tokens/index.ts';
import { simulateVerification, verifyPassword } from '../../../lib/password-hash.ts';
import { findUserForSignIn, lockUser, type SignInUser, updateUser, type UserRow } from '../users/index.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { openSession, type Origin } from './session-keys.ts';
import { createChallenge } from './two-step.service.ts';
import { countUnlocked } from './unlock.service.ts';
import { revokeKey } from './revoked-keys.repository.ts';
import type { Deps } from '../../../deps.ts';
import { chooseZone } from '../../lookups/index.ts';

const MINUTE_S = 60;
const PER_ADDRESS = { hits: 300, windowSeconds: 15 * MINUTE_S };
const PER_ACCOUNT_AND_ADDRESS = { hits: 10, windowSeconds: 15 * MINUTE_S };
/** For all addresses together. Beyond it the owner can still sign in with a link that is mailed to them. */
const PER_ACCOUNT = { hits: 30, windowSeconds: 60 * MINUTE_S };
/** The limits of a sign-in; the same for an account that does not exist. */
type SignInLimits = { ofAddress: Limit; ofAccountAndAddress: Limit; ofAccount: Limit };
/** The limits of one account's sign-ins from one address. */
function signInLimits(email: string, ip: string): SignInLimits {
  const account = email.toLowerCase();
  return {
    ofAddress: perAddress('login', ip, PER_ADDRESS),
    ofAccountAndAddress: perAddress('login', ip, PER_ACCOUNT_AND_ADDRESS, account),
    ofAccount: { key: `login-account:${account}`, ...PER_ACCOUNT },
  };
}

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

/**
 * Gives a root account the time zone of the browser with its first sign-in, because the account was made without one (AUTH-21).
 * A zone that is not known here changes nothing. Must run in the transaction that has locked the user.
 */
async function adoptTimeZone(
  trx: Kysely<Database>,
  user: Pick<UserRow, 'id' | 'role' | 'last_login'>,
  time_zone: string | undefined,
): Promise<void> {
  if (user.role !== 'root' || user.last_login !== null || time_zone === undefined) return;
  const zone = chooseZone({ time_zone });
  if (zone) await updateUser(trx, user.id, zone);
}
