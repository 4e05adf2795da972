import { addressKey } from '@belfry/schemas/domain/address';
import { CODE_TRIES, TWO_FACTOR_CHALLENGE_TTL_MS } from '@belfry/schemas/domain/account';
import {
  authHttp,
  type LoginAnswer,
  type LoginBody,
  type LoginOutcome,
  SECOND_FACTORS,
  type TwoFactorChallenge,
} from '@belfry/schemas/http/accounts/auth';
import type { TwoFactorLoginBody } from '@belfry/schemas/http/accounts/two-factor';
import type { Request } from 'express';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import {
  clearAttempts,
  countAttempt,
  type Limit,
  perAddress,
  uncountAttempt,
} from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { createKey } from '../../lib/keys.ts';
import { passwordTurns, simulateVerification, strangerTurns, verifyPassword } from '../../lib/password-hash.ts';
import {
  findUserForSignIn,
  lockUser,
  type SignInUser,
  updateUser,
  type UserRow,
} from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import { chooseZone } from '../lookups/index.ts';
import { findRequiredProvider } from '../../people/required-provider.ts';
import { refuseBlocked } from './authenticator.ts';
import { findSessionAddresses, revokeKey } from './keys.repository.ts';
import { findKnownBrowser, findKnownPeople, rememberBrowser } from './known-browser.ts';
import { isSecondFactorRequired } from './organisation-settings.repository.ts';
import { countWrongTry, deleteToken, deleteTokens, lockLiveToken, storeToken } from './one-time-tokens.repository.ts';
import { openSetup } from './required-second-factor.ts';
import { openSession, type Origin } from './sessions.ts';
import { twoFactorTries, useTwoFactorCode } from './two-factor.ts';
import { countUnlocked, requestUnlock } from './email-links.ts';

export const originOf = (ip: string, req: Request): Origin => ({ ip, userAgent: req.headers['user-agent'] });

export const authRoutes = [
  serve(
    authHttp.signIn,
    { access: 'public', audit: 'none: it is an attempt, which changes no account' },
    async ({ deps, body, ip, req }) => {
      const { cookie } = req.headers;
      return rememberBrowser(deps.config, cookie, await signIn(deps, body, { ...originOf(ip, req), cookie }));
    },
  ),
  serve(
    authHttp.completeSignIn,
    { access: 'public', audit: 'none: it is an attempt, which changes no account' },
    async ({ deps, body, ip, req }) =>
      rememberBrowser(deps.config, req.headers.cookie, await completeSignIn(deps, body, originOf(ip, req))),
  ),
  serve(
    authHttp.requestUnlock,
    { access: 'public', audit: 'none: it sends a link or a code, which changes nothing by itself' },
    ({ deps, body, ip }) => requestUnlock(deps, body.email, ip),
  ),
  serve(authHttp.signOut, { access: 'signed-in', audit: 'account.sign-out of user' }, ({ deps, user }) =>
    signOut(deps, user),
  ),
];

const MINUTE_S = 60;
const PER_ADDRESS = { hits: 300, windowSeconds: 15 * MINUTE_S };
const PER_ACCOUNT_AND_ADDRESS = { hits: 10, windowSeconds: 15 * MINUTE_S };
/** For all addresses together from which the owner is not signed in. Beyond it they can still sign in with a link that is mailed to them. */
const PER_ACCOUNT = { hits: 30, windowSeconds: 60 * MINUTE_S };
export const signInsOfAddress = (ip: string): Limit => perAddress('login', ip, PER_ADDRESS);

/** `ofAccount` does not count attempts from a browser or address that is known. */
type SignInLimits = { ofAddress: Limit; ofAccountAndAddress: Limit; ofAccount: Limit };
type Known = { browser: string | null; address: boolean };

function signInLimits(email: string, ip: string): SignInLimits {
  const account = email.toLowerCase();
  return {
    ofAddress: signInsOfAddress(ip),
    ofAccountAndAddress: perAddress('login', ip, PER_ACCOUNT_AND_ADDRESS, account),
    ofAccount: { key: `login-account:${account}`, ...PER_ACCOUNT },
  };
}

/**
 * Checks email and password and issues a new key (AUTH-5), a challenge for users with a second factor, or a key for setting one up. Throws
 * wrong_credentials, with the same delay for an unknown mail; email_not_confirmed; account_blocked; rate_limited;
 * link_expired for an invalid unlock token.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'config'>,
  body: LoginBody,
  { cookie, ...origin }: Origin & { cookie?: string | undefined },
): Promise<Wire<LoginOutcome>> {
  const limits = signInLimits(body.email, origin.ip);
  const { user, counted } = await findAndCount(deps, body, limits, { ip: origin.ip, cookie });
  const check = () => (user ? verifyPassword(body.password, user.password_hash) : simulateVerification(body.password));
  // Who is known there is before those who guess, from however many addresses.
  const isKnown = counted.shared === null;
  const inTurn = () => passwordTurns.run(addressKey(origin.ip), check, { urgency: isKnown ? 'now' : 'other' });
  const isRight = await (isKnown ? inTurn() : strangerTurns.run(addressKey(origin.ip), inTurn));
  if (!user || !isRight) throw wrongCredentials();
  // Concurrently, because each write waits for the disk.
  const [outcome] = await Promise.all([
    openSessionOrChallenge(deps, user, { origin, time_zone: body.time_zone }),
    resetAttempts(deps.db, body, counted),
  ]);
  return outcome;
}

/** `own` is reset after a right password; in `shared` only that attempt is. */
type CountedLimits = { own: Limit; shared: Limit | null };

async function findAndCount(
  deps: Pick<Deps, 'db' | 'config'>,
  { email, unlock }: LoginBody,
  { ofAddress, ofAccountAndAddress, ofAccount }: SignInLimits,
  { ip, cookie }: { ip: string; cookie: string | undefined },
): Promise<{ user: SignInUser | undefined; counted: CountedLimits }> {
  const user = await findUserForSignIn(deps.db, email, findKnownPeople(deps.config, cookie));
  if (unlock !== undefined) {
    await countUnlocked(deps, { token: unlock, userId: user?.id, ip });
    return { user, counted: { own: ofAccountAndAddress, shared: null } };
  }
  // Also asked for an account that does not exist, so that it takes as long.
  const familiarity = await findKnown(deps, user?.id ?? 0, { ip, cookie });
  const ofBrowser = { ...PER_ACCOUNT_AND_ADDRESS, key: `login-browser:${user?.id ?? 0}:${familiarity.browser ?? ''}` };
  const own = familiarity.browser === null ? ofAccountAndAddress : ofBrowser;
  const shared = familiarity.browser !== null || familiarity.address ? null : ofAccount;
  await countAttempt(deps, [ofAddress, own, ...(shared ? [shared] : [])]);
  return { user, counted: { own, shared } };
}

async function findKnown(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: number,
  { ip, cookie }: { ip: string; cookie: string | undefined },
): Promise<Known> {
  const browser = findKnownBrowser(config, cookie, userId);
  if (browser !== null) return { browser, address: false };
  const addresses = await findSessionAddresses(db, userId);
  return { browser, address: addresses.some((address) => addressKey(address) === addressKey(ip)) };
}

/** After a correct password. Attempts from other addresses stay counted. */
async function resetAttempts(
  db: Kysely<Database>,
  { unlock }: LoginBody,
  { own, shared }: CountedLimits,
): Promise<void> {
  await clearAttempts(db, own.key);
  if (shared) await uncountAttempt(db, shared);
  if (unlock !== undefined) await deleteToken(db, unlock);
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
    const provider = await findRequiredProvider(trx, user);
    if (provider !== undefined) throw new AppError('forbidden', `Your organisation signs in with ${provider}.`);
    if (checked.second_factor) return createChallenge(trx, checked);
    await adoptTimeZone(trx, user, time_zone);
    if (await isSecondFactorRequired(trx, user.id)) return openSetup(trx, user, origin);
    return openSession(trx, user, origin);
  });
}

/**
 * Opens the session of somebody whom an identity provider has confirmed, or asks for the second factor. One that an organisation
 * requires is that of its provider, so none is set up here. Must run in the
 * transaction that has locked the user. Throws account_blocked.
 */
export async function admit(trx: Kysely<Database>, user: UserRow, origin: Origin): Promise<Wire<LoginOutcome>> {
  refuseBlocked(user);
  const checked = await findUserForSignIn(trx, user.email, [user.id]);
  if (checked?.second_factor) return createChallenge(trx, checked);
  return openSession(trx, user, origin);
}

const wrongCredentials = (): AppError => new AppError('wrong_credentials', 'Invalid email or password');

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
export async function adoptTimeZone(
  trx: Kysely<Database>,
  user: Pick<UserRow, 'id' | 'role' | 'last_login'>,
  time_zone: string | undefined,
): Promise<void> {
  if (user.role !== 'root' || user.last_login !== null || time_zone === undefined) return;
  const zone = chooseZone({ time_zone });
  if (zone) await updateUser(trx, user.id, zone);
}

async function createChallenge(db: Kysely<Database>, user: SignInUser): Promise<Wire<TwoFactorChallenge>> {
  const challenge = createKey();
  await storeToken(db, challenge, { user_id: user.id, purpose: 'two_factor' });
  return {
    two_factor_required: true,
    challenge,
    methods: SECOND_FACTORS.filter((method) => user[method]),
    expires_at: new Date(Date.now() + TWO_FACTOR_CHALLENGE_TTL_MS),
  };
}

export const challengeExpired = (): AppError =>
  new AppError('challenge_expired', 'This sign-in has taken too long. Please sign in again.');

/**
 * The second step: a code of the app, or a recovery code. Throws wrong_code, challenge_expired after five minutes or five
 * wrong codes, account_blocked, rate_limited.
 */
export async function completeSignIn(
  deps: Pick<Deps, 'db' | 'config'>,
  { challenge, code }: TwoFactorLoginBody,
  origin: Origin,
): Promise<Wire<LoginAnswer>> {
  const session = await transact(deps.db, async (trx) => {
    const token = await lockLiveToken(trx, challenge, 'two_factor');
    if (!token || token.tries >= CODE_TRIES) throw challengeExpired();
    const tries = twoFactorTries(token.user_id);
    await countAttempt({ db: trx, config: deps.config }, [tries]);
    if (await useTwoFactorCode(trx, deps.config, token.user_id, code)) {
      await clearAttempts(trx, tries.key);
      await deleteTokens(trx, token.user_id, 'two_factor');
      refuseBlocked(token.user);
      return openSession(trx, token.user, origin);
    }
    await countWrongTry(trx, challenge);
    return null;
  });
  // Thrown after the commit, so that the wrong attempt is counted.
  if (session === null) throw new AppError('wrong_code', 'Invalid code. Please check and try again');
  return session;
}
