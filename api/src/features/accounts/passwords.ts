import { addressKey } from '@belfry/schemas/domain/address';
import {
  type ChangePasswordBody,
  passwordsHttp,
  type ResetPasswordBody,
} from '@belfry/schemas/http/accounts/passwords';
import type { MessageAnswer } from '@belfry/schemas/http/message-answer';
import { noteAct } from '../../audit/audit-trail.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { clearAttempts, countAttempt, isWithinLimits, perAddress } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hashPassword, passwordTurns, verifyPassword } from '../../lib/password-hash.ts';
import { findUserById, lockUser, type UserRow } from '../../people/users.repository.ts';
import { isHeld } from '../../people/pending-registrations.repository.ts';
import { userChanged } from '../../people/users.ts';
import { serve } from '../../serve.ts';
import { mailsOfAddress, queueMessage } from '../mail/outbox/index.ts';
import { changeAccount } from './account-secrets.ts';
import { linkExpired, mailLink } from './email-links.ts';
import { lockLiveToken } from './one-time-tokens.repository.ts';
import { disconnectUsers, revokeSessions } from './sessions.ts';

export const passwordsRoutes = [
  serve(
    passwordsHttp.change,
    { access: 'signed-in', ownKeyOnly: true, audit: 'account.change-password of user' },
    ({ deps, user, body }) => changePassword(deps, user, body),
  ),
  serve(
    passwordsHttp.forgot,
    { access: 'public', audit: 'none: it sends a link or a code, which changes nothing by itself' },
    ({ deps, body, ip }) => forgotPassword(deps, body.email, ip),
  ),
  serve(
    passwordsHttp.checkLink,
    { access: 'public', audit: 'none: it shows what would happen' },
    async ({ deps, body, ip }) => ({
      expires_at: await checkResetLink(deps, body.token, ip),
    }),
  ),
  serve(passwordsHttp.reset, { access: 'public', audit: 'account.reset-password of user' }, ({ deps, body, ip }) =>
    resetPassword(deps, body, ip),
  ),
];

const WINDOW_S = 15 * 60;
const REQUESTS_PER_IP = 30;
const REQUESTS_PER_MAIL = 3;
/** So many a day without a pause, then one in a time in which the last one is still valid: a mailbox is not flooded, and its owner not locked out. */
const REQUESTS_OF_DAY = { hits: 40, windowSeconds: 24 * 3_600 };
const SLOW = { hits: 1, windowSeconds: 20 * 60 };
const TOO_SOON = 'A link was sent a short time ago. Please use the newest one.';
const LINKS_PER_IP = 60;
const SENT = 'Password reset instructions have been sent to your email address.';

/**
 * Mails a one-time link to the owner of this address. Answer and delay are the same for an unknown address; see SESSION-9.
 * Throws rate_limited, counted by mail and caller whether or not there is an account.
 */
async function forgotPassword(deps: Deps, email: string, ip: string): Promise<MessageAnswer> {
  await countAttempt(deps, [
    perAddress('forgot', ip, { hits: REQUESTS_PER_IP, windowSeconds: WINDOW_S }),
    mailsOfAddress(ip),
    { key: `forgot-mail:${email.toLowerCase()}`, hits: REQUESTS_PER_MAIL, windowSeconds: WINDOW_S },
  ]);
  if (!(await isWithinLimits(deps, [{ key: `forgot-day:${email.toLowerCase()}`, ...REQUESTS_OF_DAY }])))
    await countAttempt(deps, [{ key: `forgot-slow:${email.toLowerCase()}`, ...SLOW }], TOO_SOON);
  await mailLink(deps, email, 'reset_password');
  return { success: true, message: SENT };
}

const limitLinks = (deps: Pick<Deps, 'db' | 'config'>, ip: string): Promise<void> =>
  countAttempt(deps, [perAddress('reset', ip, { hits: LINKS_PER_IP, windowSeconds: WINDOW_S })]);

/** When a link expires. Throws link_expired for an invalid link. */
async function checkResetLink(deps: Pick<Deps, 'db' | 'config'>, token: string, ip: string): Promise<Date> {
  await limitLinks(deps, ip);
  const liveToken = await transact(deps.db, (trx) => lockLiveToken(trx, token, 'reset_password'));
  if (!liveToken) throw linkExpired();
  return liveToken.expires_at;
}

/**
 * Sets a password with a link, which is valid once and confirms the mail address. Ends every session and every other link,
 * and notifies by mail. Throws link_expired, rate_limited.
 */
async function resetPassword(
  deps: Deps,
  { token, newPassword }: ResetPasswordBody,
  ip: string,
): Promise<MessageAnswer> {
  await limitLinks(deps, ip);
  const password_hash = await passwordTurns.run(addressKey(ip), () => hashPassword(newPassword));
  const { userId, disconnected } = await transact(deps.db, async (trx) => {
    const liveToken = await lockLiveToken(trx, token, 'reset_password');
    if (!liveToken) throw linkExpired();
    const { user } = liveToken;
    // A registration whose mail or phone belongs to another account by now is confirmed no more.
    if (user.registration_pending && (await isHeld(trx, { ...user, except: user.id }))) throw linkExpired();
    await changeAccount(trx, user, { password_hash, email_confirm: true });
    await queueMessage(trx, deps.jobs, { kind: 'password_changed', to: user });
    return { userId: user.id, disconnected: await revokeSessions(trx, user.id) };
  });
  noteAct({ user_id: userId });
  await disconnectUsers(deps, disconnected);
  userChanged(deps, userId);
  return { success: true, message: 'Password changed successfully' };
}

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
  const password_hash = await passwordTurns.run(accountKey(user.id), () => hashPassword(newPassword), SIGNED_IN);
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

const PASSWORD_TRIES = 10;
const SIGNED_IN = { urgency: 'now' } as const;
const accountKey = (userId: number): string => `account:${userId}`;

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
  await countAttempt(deps, [{ key, hits: PASSWORD_TRIES, windowSeconds: WINDOW_S }]);
  const user = await findUserById(deps.db, userId);
  if (!user) throw notFound();
  const check = () => verifyPassword(password, user.password_hash);
  if (!(await passwordTurns.run(accountKey(userId), check, SIGNED_IN))) throw wrongPassword(field, text);
  await clearAttempts(deps.db, key);
  return user;
}

const wrongPassword = (field: string, text: string): AppError => fieldError('wrong_password', field, text);
