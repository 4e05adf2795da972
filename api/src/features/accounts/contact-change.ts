import { noteAct } from '../../audit/audit-trail.ts';
import {
  type ChangeContactBody,
  type ConfirmContactBody,
  contactChangeHttp,
} from '@belfry/schemas/http/accounts/contact-change';
import type { MessageAnswer } from '@belfry/schemas/http/message-answer';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { isWithinLimits } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { isContactTaken, lockUser, type UserRow } from '../../people/users.repository.ts';
import { userChanged, userExists } from '../../people/users.ts';
import { serve } from '../../serve.ts';
import { isWithinCodeBudget, mailsTo, queueMessage, smsLimits } from '../mail/outbox/index.ts';
import { changeAccount } from './account-secrets.ts';
import { findPendingContact } from './confirmation-codes.repository.ts';
import { type ContactKind, NEW_CONTACT, requireCorrect, sendCode, verifyCode } from './confirmation-codes.ts';
import { requirePassword } from './passwords.ts';

export const contactChangeRoutes = [
  serve(
    contactChangeHttp.change,
    { access: 'signed-in', policy: 'own', ownKeyOnly: true, audit: 'account.ask-contact of user' },
    ({ deps, user, ip, body }) => changeContact(deps, { user, ip }, body),
  ),
  serve(
    contactChangeHttp.confirm,
    { access: 'signed-in', policy: 'own', ownKeyOnly: true, audit: 'account.change-contact of user' },
    ({ deps, user, ip, body }) => confirmContact(deps, { user, ip }, body),
  ),
];

type ContactChangeDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'events'>;
type Origin = { user: Principal; ip: string };

const SENT: Record<ContactKind, string> = {
  email: 'A code has been sent to the new email address',
  phone: 'A code has been sent to the new phone',
};
const CHANGED: Record<ContactKind, string> = {
  email: 'Your email address has been changed',
  phone: 'Your phone has been changed',
};

/**
 * Sends a code to a new mail or phone, which becomes that of the caller's account with the code; see HOME-13. Throws wrong_password,
 * user_exists where another account has it, and rate_limited.
 */
async function changeContact(
  deps: ContactChangeDeps,
  { user, ip }: Origin,
  body: ChangeContactBody,
): Promise<MessageAnswer> {
  const [kind, contact]: [ContactKind, string] = 'email' in body ? ['email', body.email] : ['phone', body.phone];
  const text = 'The password is incorrect';
  await requirePassword(deps, user.id, { field: 'password', password: body.password, text });
  await transact(deps.db, async (trx) => {
    const account = await lockUser(trx, user.id);
    if (!account) throw notFound();
    if (await isContactTaken(trx, kind, contact)) throw userExists();
    const limits =
      kind === 'email'
        ? [mailsTo('change_email', contact, user.id)]
        : smsLimits({ ip, user: { id: user.id, phone: contact } });
    await sendCode(trx, deps, account, { purpose: NEW_CONTACT[kind], contact, limits });
  });
  return { success: true, message: SENT[kind] };
}

/**
 * Makes the new mail or phone that of the account, by its code; the old one gets a notice, and all earlier codes and links end. Throws
 * wrong_code, code_locked, code_expired, and user_exists where another account has taken it since.
 */
async function confirmContact(
  deps: ContactChangeDeps,
  { user, ip }: Origin,
  { kind, code }: ConfirmContactBody,
): Promise<MessageAnswer> {
  const purpose = NEW_CONTACT[kind];
  const outcome = await transact(deps.db, async (trx) => {
    const before = await lockUser(trx, user.id);
    if (!before) throw notFound();
    const contact = await findPendingContact(trx, user.id, purpose);
    if (contact === null) return 'expired' as const;
    const result = await verifyCode(trx, deps.config, { userId: user.id, purpose, code });
    if (result !== 'correct') return result;
    const changes =
      kind === 'email' ? { email: contact, email_confirm: true } : { phone: contact, phone_confirm: true };
    await changeAccount(trx, before, changes);
    noteAct({ before: { [kind]: before[kind] }, after: { [kind]: contact } });
    await notifyOldContact(trx, deps, { before, kind, ip });
    return result;
  }).catch((error: unknown) => {
    throw isTaken(error) ? userExists() : error;
  });
  requireCorrect(outcome);
  userChanged(deps, user.id);
  return { success: true, message: CHANGED[kind] };
}

/** A text message is left out where the limit of text messages is reached, since it costs money. */
async function notifyOldContact(
  trx: Kysely<Database>,
  { config, jobs }: ContactChangeDeps,
  { before, kind, ip }: { before: UserRow; kind: ContactKind; ip: string },
): Promise<void> {
  if (kind === 'email') {
    await queueMessage(trx, jobs, { kind: 'email_changed', to: before });
  } else if (
    before.phone !== null &&
    (await isWithinLimits({ db: trx, config }, smsLimits({ ip, user: before }))) &&
    (await isWithinCodeBudget(trx, config, before.phone, 'code'))
  ) {
    await queueMessage(trx, jobs, { kind: 'phone_changed', to: before });
  }
}
