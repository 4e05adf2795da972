import { type AppError, fieldError, notFound } from '../../../errors.ts';
import { countAttempt, clearAttempts } from '../../../http/rate-limit/rate-limit.ts';
import { verifyPassword } from '../../../lib/password-hash.ts';
import { findUserById } from './find-users.repository.ts';
import type { UserRow } from './users.repository.ts';
import type { Deps } from '../../../deps.ts';

const WINDOW_S = 15 * 60;
const TRIES = 10;

/**
 * Requires the password of a signed-in user again. Throws wrong_password with the field (400, because a 401 would sign the user
 * out), rate_limited.
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'config'>,
  userId: number,
  { field, password, text }: { field: string; password: string; text: string },
): Promise<UserRow> {
  const key = `password:${userId}`;
  await countAttempt(deps, [{ key, hits: TRIES, windowSeconds: WINDOW_S }]);
  const user = await findUserById(deps.db, userId);
  if (!user) throw notFound();
  if (!(await verifyPassword(password, user.password_hash))) throw wrongPassword(field, text);
  await clearAttempts(deps.db, key);
  return user;
}

export const wrongPassword = (field: string, text: string): AppError => fieldError('wrong_password', field, text);
