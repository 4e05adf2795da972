import type { ChangePasswordBody, MessageAnswer } from '@belfry/schemas/http/auth';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { hashPassword } from '../auth/passwords.ts';
import { requirePassword } from '../auth/require-password.ts';
import { endSessions } from '../auth/sessions.service.ts';
import { deleteTokens } from '../one-time-tokens/tokens.service.ts';
import { queueMessage } from '../outbox/outbox.service.ts';
import { setPassword } from '../users/users.service.ts';

/**
 * Changes one's own password; every other session ends, and a mail says so. Throws wrong_password for a wrong current one,
 * forbidden for somebody else's mail, rate_limited.
 */
export async function changePassword(
  deps: Deps,
  caller: Principal,
  { currentPassword, newPassword, email }: ChangePasswordBody,
): Promise<MessageAnswer> {
  const text = 'Current password is incorrect';
  const user = await requirePassword(deps, caller.id, { field: 'currentPassword', password: currentPassword, text });
  if (email !== undefined && email.toLowerCase() !== user.email.toLowerCase()) {
    throw new AppError('forbidden', 'Only your own password can be changed here');
  }
  const password_hash = await hashPassword(newPassword);
  await deps.db.transaction().execute(async (trx) => {
    await setPassword(trx, user.id, password_hash);
    await deleteTokens(trx, user.id, 'reset_password');
    await queueMessage(trx, { kind: 'password_changed', to: user });
  });
  deps.outbox.wake();
  await endSessions(deps, user.id, { except: caller.key_id });
  return { success: true, message: 'Password changed successfully' };
}
