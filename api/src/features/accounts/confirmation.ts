import { noteAct } from '../../audit/audit-trail.ts';
import type { MessageAnswer } from '@belfry/schemas/http/message-answer';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt, isWithinLimits, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { findRivals, isHeld } from '../../people/pending-registrations.repository.ts';
import {
  deleteUsers,
  lockUser as lockUserById,
  lockUserByContact,
  setContactConfirmed,
  type UserRow,
} from '../../people/users.repository.ts';
import { userChanged } from '../../people/users.ts';
import { isWithinCodeBudget, mailsOfAddress, mailsToFrom, smsLimits } from '../mail/outbox/index.ts';
import { type ContactKind, issueCode, requireCorrect, sendCode, verifyCode } from './confirmation-codes.ts';

const WINDOW_S = 15 * 60;
const TRIES_PER_IP = 100;

type ConfirmationDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'events'>;

const NOT_FOUND: Record<'confirm' | 'resend', string> = {
  confirm: 'User not found. Please register again',
  resend: 'User not found. Please register again.',
};
const ALREADY: Record<ContactKind, string> = {
  email: 'Email is already confirmed. You can proceed to login.',
  phone: 'Phone is already confirmed. You can proceed to login.',
};
const CONFIRMED: Record<ContactKind, string> = { email: 'Email confirmed', phone: 'Phone confirmed' };
const SENT: Record<ContactKind, string> = {
  email: 'A new code has been sent to your email address',
  phone: 'SMS confirmation code has been resent to your phone',
};

const isConfirmed = (user: UserRow, purpose: ContactKind): boolean =>
  purpose === 'email' ? user.email_confirm : user.phone_confirm;

/**
 * Confirms a mail or a phone by its code; after the mail the code for the phone is sent. Throws user_not_found, conflict if
 * it is confirmed already, wrong_code, code_locked, code_expired, rate_limited.
 */
type Confirmation = {
  contact: string;
  code: string;
  ip: string;
  userId: number | undefined;
  knownUsers: readonly number[];
};

export async function confirm(
  deps: ConfirmationDeps,
  purpose: ContactKind,
  { contact, code, ip, userId: registered, knownUsers }: Confirmation,
): Promise<MessageAnswer> {
  await limitCaller(deps, ip);
  const confirmed = transact(deps.db, async (trx) => {
    // Prevents that users confirm, with the code in their mailbox, an account that another user registered with their address.
    const user = await lockUser(trx, { purpose, contact, call: 'confirm', knownUsers, registered });
    if (isConfirmed(user, purpose)) throw new AppError('conflict', ALREADY[purpose]);
    const stranger = !knownUsers.includes(user.id);
    const result = await verifyCode(trx, deps.config, { userId: user.id, purpose, code, stranger });
    if (result === 'correct') await applyConfirmation(trx, deps, { user, purpose, ip });
    return { outcome: result, userId: user.id };
  });
  const { outcome, userId } = await confirmed.catch((error: unknown) => {
    throw isTaken(error) ? heldByAnother() : error;
  });
  requireCorrect(outcome);
  noteAct({ user_id: userId, after: { [purpose]: contact } });
  userChanged(deps, userId);
  return { success: true, message: CONFIRMED[purpose] };
}

const heldByAnother = (): AppError =>
  new AppError(
    'conflict',
    'This email or phone belongs to another account by now. Please sign in, or register with another one.',
  );

/** The first registration that is confirmed has the contacts; the others with the same mail end. If the limit of text messages is reached, the mail is confirmed nevertheless, and the code can be requested later. */
async function applyConfirmation(
  trx: Kysely<Database>,
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  { user, purpose, ip }: { user: UserRow; purpose: ContactKind; ip: string },
): Promise<void> {
  if (user.registration_pending) {
    if (await isHeld(trx, { ...user, except: user.id })) throw heldByAnother();
    const rivals = await findRivals(trx, user);
    if (purpose === 'email' && rivals.length > 0) await deleteUsers(trx, rivals);
  }
  await setContactConfirmed(trx, user.id, purpose);
  if (purpose !== 'email' || user.phone === null || user.phone_confirm) return;
  if (!(await isWithinLimits({ db: trx, config }, smsLimits({ ip, user })))) return;
  if (await isWithinCodeBudget(trx, config, user.phone, 'registration'))
    await issueCode(trx, { config, jobs }, user, { purpose: 'phone' });
}

/**
 * Sends a new code; to a phone only after the mail is confirmed, because a text message costs money. Throws user_not_found,
 * already_confirmed, email_not_confirmed, and rate_limited soon after the last code or after too many codes.
 */
export async function resend(
  deps: ConfirmationDeps,
  purpose: ContactKind,
  { contact, ip, knownUsers }: { contact: string; ip: string; knownUsers: readonly number[] },
): Promise<MessageAnswer> {
  await limitCaller(deps, ip);
  await transact(deps.db, async (trx) => {
    const user = await lockUser(trx, { purpose, contact, call: 'resend', knownUsers });
    if (isConfirmed(user, purpose)) throw new AppError('already_confirmed', ALREADY[purpose]);
    if (purpose === 'phone' && !user.email_confirm) {
      throw new AppError('email_not_confirmed', 'Please confirm your email address first');
    }
    const limits =
      purpose === 'phone'
        ? smsLimits({ ip, user })
        : [mailsOfAddress(ip), mailsToFrom('confirm_email', user.email, ip)];
    await sendCode(trx, deps, user, { purpose, limits, stranger: !knownUsers.includes(user.id) });
  });
  return { success: true, message: SENT[purpose] };
}

const limitCaller = (deps: ConfirmationDeps, ip: string): Promise<void> =>
  countAttempt(deps, [perAddress('confirm', ip, { hits: TRIES_PER_IP, windowSeconds: WINDOW_S })]);

type Wanted = Pick<Confirmation, 'contact' | 'knownUsers'> & {
  purpose: ContactKind;
  call: keyof typeof NOT_FOUND;
  registered?: number | undefined;
};

async function lockUser(
  trx: Kysely<Database>,
  { purpose, contact, call, knownUsers, registered }: Wanted,
): Promise<UserRow> {
  const user =
    registered === undefined
      ? await lockUserByContact(trx, purpose, contact, knownUsers)
      : await lockUserById(trx, registered);
  const isTheirs = user?.[purpose]?.toLowerCase() === contact.toLowerCase();
  if (!user || !isTheirs) throw new AppError('user_not_found', NOT_FOUND[call]);
  return user;
}
