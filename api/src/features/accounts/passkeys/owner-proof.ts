import type { OwnerProof } from '@belfry/schemas/http/accounts/two-factor';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../errors.ts';
import { clearAttempts, countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { findUserById, type UserRow } from '../../../people/users.repository.ts';
import { requirePassword } from '../passwords.ts';
import { twoFactorTries, useTwoFactorCode } from '../two-factor.ts';

/**
 * Requires the password of a signed-in user again, or else a code of the second factor. Throws wrong_password or invalid_input with the field,
 * rate_limited.
 */
export async function requireOwner(
  deps: Pick<Deps, 'db' | 'config'>,
  userId: number,
  { password, code }: OwnerProof,
): Promise<UserRow> {
  if (password !== undefined || code === undefined) {
    const text = 'The password is incorrect';
    return requirePassword(deps, userId, { field: 'password', password: password ?? '', text });
  }
  const tries = twoFactorTries(userId);
  await countAttempt(deps, [tries]);
  const user = await transact(deps.db, async (trx) =>
    (await useTwoFactorCode(trx, deps.config, userId, code)) ? findUserById(trx, userId) : undefined,
  );
  if (!user) throw fieldError('invalid_input', 'code', 'Invalid code. Please check and try again');
  await clearAttempts(deps.db, tries.key);
  return user;
}
