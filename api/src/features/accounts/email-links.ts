import { setTimeout as delay } from 'node:timers/promises';
import { UNLOCK_LINK_TRIES } from '@belfry/schemas/domain/account';
import type { MessageAnswer } from '@belfry/schemas/http/message-answer';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt, type Limit, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { consoleLink, resetLink } from '../../lib/console-link.ts';
import { createKey } from '../../lib/keys.ts';
import { lockUserByContact } from '../../people/users.repository.ts';
import { mailsOfAddress, queueMessage } from '../mail/outbox/index.ts';
import { countWrongTry, lockLiveToken, storeToken } from './one-time-tokens.repository.ts';

const MINUTE_S = 60;
const PER_ADDRESS = { hits: 30, windowSeconds: 15 * MINUTE_S };
/**
 * A link is valid for longer than this window, so requests by others cannot lock the owner out: when no more links are sent,
 * a valid one is in the mailbox.
 */
const PER_ACCOUNT = { hits: 2, windowSeconds: 60 * MINUTE_S };

/** The minimum time of an answer, longer than creating a link, so that it does not reveal whether the account exists. */
const ANSWER_AFTER_MS = 250;

const SENT = 'If there is an account with this email address, a link to sign in has been sent to it.';
const TOO_MANY = 'A link was sent a short time ago. Please use the newest one.';

type LinkDeps = Pick<Deps, 'db' | 'config' | 'jobs'>;

/**
 * Mails a link with which the owner of an account can sign in although its attempts are used up. The answer and its delay
 * are the same for an account that does not exist. Throws rate_limited.
 */
export async function requestUnlock(deps: LinkDeps, email: string, ip: string): Promise<MessageAnswer> {
  const ofAccount: Limit = { key: `unlock-mail:${email.toLowerCase()}`, ...PER_ACCOUNT };
  await countAttempt(deps, [perAddress('unlock-mail', ip, PER_ADDRESS), mailsOfAddress(ip)]);
  await countAttempt(deps, [ofAccount], TOO_MANY);
  await mailLink(deps, email, 'unlock_sign_in');
  return { success: true, message: SENT };
}

const LINKS = {
  reset_password: resetLink,
  unlock_sign_in: (config, token) => consoleLink(config, '/unlock', token),
} satisfies Record<string, typeof resetLink>;

/** Mails a one-time link to the owner of an address. It takes as long where there is none; see SESSION-9. */
export async function mailLink({ db, config, jobs }: LinkDeps, email: string, kind: keyof typeof LINKS): Promise<void> {
  const token = createKey();
  const sent = transact(db, async (trx) => {
    // Locked, so that no link is sent for an earlier address or role of the account.
    const user = await lockUserByContact(trx, 'email', email);
    if (!user) return;
    const message_id = await queueMessage(trx, jobs, { kind, to: user, link: LINKS[kind](config, token) });
    await storeToken(trx, token, { user_id: user.id, purpose: kind, message_id });
  });
  await Promise.all([delay(ANSWER_AFTER_MS), sent]);
}

/**
 * Counts a sign-in with the token of an unlock link before the password is checked; each link has its own attempts. Throws
 * link_expired for an invalid token or one of another account; rate_limited.
 */
export async function countUnlocked(
  deps: Pick<Deps, 'db' | 'config'>,
  { token, userId, ip }: { token: string; userId: number | undefined; ip: string },
): Promise<void> {
  await countAttempt(deps, [perAddress('unlock', ip, PER_ADDRESS)]);
  await transact(deps.db, async (trx) => {
    const liveToken = await lockLiveToken(trx, token, 'unlock_sign_in');
    if (!liveToken || liveToken.user_id !== userId || liveToken.tries >= UNLOCK_LINK_TRIES) throw linkExpired();
    await countWrongTry(trx, token);
  });
}

export const linkExpired = (): AppError =>
  new AppError('link_expired', 'This link has expired or was used before. Please request a new one.');
