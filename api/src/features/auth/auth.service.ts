import type { LoginBody, LoginOutcome } from '@belfry/schemas/http/auth';
import type { Deps } from '../../deps.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { countTry, forgetTries } from '../../http/rate-limit.ts';
import type { Wire } from '../../http/route.ts';
import { findUserForSignIn, lockUser, type SignInUser } from '../users/users.service.ts';
import { verifyNothing, verifyPassword } from './passwords.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { openSession, type Origin } from './session-keys.ts';
import { createChallenge } from './two-step.service.ts';
import { revokeKey } from './user-keys.repository.ts';

export { deleteExpiredKeys } from './user-keys.repository.ts';

const WINDOW_S = 15 * 60;
const TRIES_PER_MAIL_AND_IP = 10;
const TRIES_PER_IP = 300;

/**
 * Checks mail and password and makes a new key (decision 10), or a challenge for people with two-factor sign-in. Throws
 * wrong_credentials, the same and as slowly for an unknown mail; email_not_confirmed; account_blocked; rate_limited.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'config'>,
  body: LoginBody,
  origin: Origin,
): Promise<Wire<LoginOutcome>> {
  const { db } = deps;
  const mailKey = `login:${origin.ip}:${body.email.toLowerCase()}`;
  const [user] = await Promise.all([
    findUserForSignIn(db, body.email),
    countTry(deps, [
      { key: `login:${origin.ip}`, hits: TRIES_PER_IP, windowSeconds: WINDOW_S },
      { key: mailKey, hits: TRIES_PER_MAIL_AND_IP, windowSeconds: WINDOW_S },
    ]),
  ]);
  const right = user ? await verifyPassword(body.password, user.password_hash) : await verifyNothing(body.password);
  if (!user || !right) throw wrongCredentials();
  // At once: each write waits for the disk, and the password has cost enough.
  const [outcome] = await Promise.all([admit(deps, user, origin), forgetTries(db, mailKey)]);
  return outcome;
}

/** Lets in whose password was right, and still is: checking it takes long enough for somebody to change it meanwhile. */
async function admit({ db }: Pick<Deps, 'db'>, checked: SignInUser, origin: Origin): Promise<Wire<LoginOutcome>> {
  return transact(db, async (trx) => {
    const user = await lockUser(trx, checked.id);
    if (user?.password_hash !== checked.password_hash) throw wrongCredentials();
    if (!user.email_confirm) throw new AppError('email_not_confirmed', 'Please confirm your email address first');
    refuseBlocked(user);
    return checked.two_factor ? createChallenge(trx, user.id) : openSession(trx, user, origin);
  });
}

const wrongCredentials = (): AppError => new AppError('wrong_credentials', 'Invalid email or password');

/** Revokes the key that the caller came with, and closes the live connections that were opened with it. */
export async function signOut(
  { db, auth, broker }: Pick<Deps, 'db' | 'auth' | 'broker'>,
  user: Principal,
): Promise<void> {
  await revokeKey(db, user.key_id);
  auth.forget();
  await broker.disconnect('console', [user.id]);
}
