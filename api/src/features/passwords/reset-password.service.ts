import { setTimeout as delay } from 'node:timers/promises';
import type { MessageAnswer, ResetPasswordBody } from '@belfry/schemas/http/auth';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countTry } from '../../http/rate-limit.ts';
import { hashPassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/sessions.service.ts';
import { createToken, deleteTokens, rememberToken, takeToken } from '../one-time-tokens/tokens.service.ts';
import { queueMessage } from '../outbox/outbox.service.ts';
import { confirmContact, findUser, findUserByEmail, setPassword, userChanged } from '../users/users.service.ts';
import { resetLink } from './reset-link.ts';

const WINDOW_S = 15 * 60;
const REQUESTS_PER_IP = 30;
const REQUESTS_PER_MAIL = 3;
const LINKS_PER_IP = 60;
/** Every answer takes at least so long, whether there is an account behind the mail or not: longer than making a link. */
const ANSWER_AFTER_MS = 250;

const SENT = 'Password reset instructions have been sent to your email address.';

type Parts = Pick<Deps, 'db' | 'config' | 'log' | 'outbox'>;

/**
 * Mails a one-time link to whoever has this address, and answers the same, and as quickly, where nobody does (decision 14).
 * Throws rate_limited, counted by mail and caller whether or not there is an account.
 */
export async function forgotPassword(deps: Parts, email: string, ip: string): Promise<MessageAnswer> {
  await countTry(deps, [
    { key: `forgot:${ip}`, hits: REQUESTS_PER_IP, windowSeconds: WINDOW_S },
    { key: `forgot-mail:${email.toLowerCase()}`, hits: REQUESTS_PER_MAIL, windowSeconds: WINDOW_S },
  ]);
  await Promise.all([delay(ANSWER_AFTER_MS), sendLink(deps, email)]);
  return { success: true, message: SENT };
}

async function sendLink({ db, config, outbox }: Parts, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  const token = createToken();
  await db.transaction().execute(async (trx) => {
    const message_id = await queueMessage(trx, { kind: 'reset_password', to: user, link: resetLink(config, token) });
    await rememberToken(trx, token, { user_id: user.id, purpose: 'reset_password', message_id });
  });
  outbox.wake();
}

const linkExpired = (): AppError =>
  new AppError('link_expired', 'This link has expired or was used before. Please request a new one.');

const limitLinks = (deps: Pick<Deps, 'db' | 'config'>, ip: string): Promise<void> =>
  countTry(deps, [{ key: `reset:${ip}`, hits: LINKS_PER_IP, windowSeconds: WINDOW_S }]);

/** When a link ends to work. Throws link_expired where it does not work. */
export async function checkResetLink(deps: Pick<Deps, 'db' | 'config'>, token: string, ip: string): Promise<Date> {
  await limitLinks(deps, ip);
  const found = await deps.db.transaction().execute((trx) => takeToken(trx, token, 'reset_password'));
  if (!found) throw linkExpired();
  return found.expires_at;
}

/**
 * Sets a password by the link: it proves the mail address, and it works once. Every session and every other link end, and
 * a mail says so. Throws link_expired, rate_limited.
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword }: ResetPasswordBody,
  ip: string,
): Promise<MessageAnswer> {
  await limitLinks(deps, ip);
  const password_hash = await hashPassword(newPassword);
  const userId = await deps.db.transaction().execute(async (trx) => {
    const found = await takeToken(trx, token, 'reset_password');
    const user = found && (await findUser(trx, found.user_id));
    if (!user) throw linkExpired();
    await setPassword(trx, user.id, password_hash);
    await confirmContact(trx, user.id, 'email');
    await deleteTokens(trx, user.id, 'reset_password');
    await queueMessage(trx, { kind: 'password_changed', to: user });
    return user.id;
  });
  deps.outbox.wake();
  await endSessions(deps, userId);
  userChanged(deps, userId);
  return { success: true, message: 'Password changed successfully' };
}
