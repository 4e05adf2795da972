import type { LoginAnswer, LoginBody } from '@belfry/schemas/http/auth';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { countTry, forgetTries } from '../../http/rate-limit.ts';
import type { Wire } from '../../http/route.ts';
import { findUserForSignIn, recordSignIn } from '../users/users.service.ts';
import { createKey, hashKey } from './keys.ts';
import { verifyNothing, verifyPassword } from './passwords.ts';
import { insertKey, revokeKey } from './user-keys.repository.ts';

export { deleteExpiredKeys } from './user-keys.repository.ts';

const WINDOW_S = 15 * 60;
const TRIES_PER_MAIL_AND_IP = 10;
const TRIES_PER_IP = 300;

/** Where a sign-in comes from. */
type Origin = { ip: string; userAgent: string | undefined };

/**
 * Checks mail and password and makes a new key (decision 10). Throws wrong_credentials, the same and as slowly for an
 * unknown mail; email_not_confirmed; account_blocked; rate_limited.
 */
export async function signIn({ db }: Pick<Deps, 'db'>, body: LoginBody, origin: Origin): Promise<Wire<LoginAnswer>> {
  const mailKey = `login:${origin.ip}:${body.email.toLowerCase()}`;
  await countTry(db, [
    { key: `login:${origin.ip}`, hits: TRIES_PER_IP, windowSeconds: WINDOW_S },
    { key: mailKey, hits: TRIES_PER_MAIL_AND_IP, windowSeconds: WINDOW_S },
  ]);
  const user = await findUserForSignIn(db, body.email);
  const right = user ? await verifyPassword(body.password, user.password_hash) : await verifyNothing(body.password);
  if (!user || !right) throw new AppError('wrong_credentials', 'Invalid email or password');
  await forgetTries(db, mailKey);
  refuseUnlessAllowed(user);

  const user_key = createKey();
  const { expires_at } = await insertKey(db, {
    user_id: user.id,
    key_hash: hashKey(user_key),
    ip: origin.ip,
    user_agent: origin.userAgent?.slice(0, 300) ?? null,
  });
  await recordSignIn(db, user.id);
  return { user_key, id: user.id, role: user.role, expires_at };
}

function refuseUnlessAllowed(user: { email_confirm: boolean; blocked: boolean; active: boolean }): void {
  if (!user.email_confirm) throw new AppError('email_not_confirmed', 'Please confirm your email address first');
  if (user.blocked)
    throw new AppError('account_blocked', 'Your account is blocked. Please contact your administrator.');
  if (!user.active)
    throw new AppError('account_blocked', 'Your account is suspended. Please contact your administrator.');
}

/** Revokes the key that the caller came with, and closes the live connections that were opened with it. */
export async function signOut(
  { db, auth, broker }: Pick<Deps, 'db' | 'auth' | 'broker'>,
  user: Principal,
): Promise<void> {
  await revokeKey(db, user.key_id);
  auth.forget();
  await broker.disconnect('console', [user.id]);
}
