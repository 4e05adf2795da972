import { passwordsHttp, type ChangePasswordBody } from '@belfry/schemas/http/accounts/passwords';
import { checkResetLink, forgotPassword, resetPassword } from './reset-password.service.ts';
import { serve } from '../../../serve.ts';
import type { MessageAnswer } from '@belfry/schemas/http/message-answer';
import { transact } from '../../../db/transact.ts';
import { AppError } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { changeAccount } from '../account-secrets/index.ts';
import { hashPassword } from '../../../lib/password-hash.ts';
import { requirePassword, wrongPassword, lockUser } from '../users/index.ts';
import { disconnectUsers, revokeSessions } from '../auth/index.ts';
import { queueMessage } from '../../messages/outbox/index.ts';
import type { Deps } from '../../../deps.ts';

export const passwordsRoutes = [
  serve(passwordsHttp.change, { access: 'signed-in', ownKeyOnly: true }, ({ deps, user, body }) =>
    changePassword(deps, user, body),
  ),
  serve(passwordsHttp.forgot, { access: 'public' }, ({ deps, body, ip }) => forgotPassword(deps, body.email, ip)),
  serve(passwordsHttp.checkLink, { access: 'public' }, async ({ deps, body, ip }) => ({
    expires_at: await checkResetLink(deps, body.token, ip),
  })),
  serve(passwordsHttp.reset, { access: 'public' }, ({ deps, body, ip }) => resetPassword(deps, body, ip)),
];

/**
 * Changes the caller's password, ends every other session, link, code and challenge, and notifies by mail. Throws
 * wrong_password for a wrong current password, forbidden for the mail of another user, rate_limited.
 */
async function changePassword(
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
  const userIds = await transact(deps.db, async (trx) => {
    const now = await lockUser(trx, user.id);
    // The password was changed after it was verified.
    if (now?.password_hash !== user.password_hash) throw wrongPassword('currentPassword', text);
    await changeAccount(trx, now, { password_hash });
    await queueMessage(trx, deps.jobs, { kind: 'password_changed', to: now });
    return revokeSessions(trx, user.id, { except: caller.key_id });
  });
  await disconnectUsers(deps, userIds);
  return { success: true, message: 'Password changed successfully' };
}
