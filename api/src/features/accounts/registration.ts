import { noteAct } from '../../audit/audit-trail.ts';
import { type RegisterAnswer, type RegisterBody, registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { addressKey } from '@belfry/schemas/domain/address';
import { INVITATION_TEXTS } from '@belfry/schemas/http/refusal-texts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import { countAttempt, type Limit, perAddress, uncountAttempt } from '../../http/rate-limit/rate-limit.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { deleteAbandonedRegistrations, lockContactHolders } from '../../people/pending-registrations.repository.ts';
import { deleteUsers } from '../../people/users.repository.ts';
import { createUser, userExists, usersChanged } from '../../people/users.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { serve } from '../../serve.ts';
import { chooseZone, isCountry, isLanguage } from '../lookups/index.ts';
import { mailsOfAddress } from '../messages/outbox/index.ts';
import { issueCode } from './confirmation-codes.ts';
import { confirm, resend } from './confirmation.ts';
import { setInvitationUser } from './invitations.repository.ts';
import { readInvitation, requireInvitation } from './invitations.ts';

export const registrationRoutes = [
  serve(registrationHttp.mode, { access: 'public' }, ({ deps }) => ({ mode: deps.config.REGISTRATION })),
  serve(registrationHttp.readInvitation, { access: 'public' }, ({ deps, body, ip }) =>
    readInvitation(deps, body.token, ip),
  ),
  serve(registrationHttp.register, { access: 'public' }, ({ deps, body, ip }) => register(deps, body, ip)),
  serve(registrationHttp.confirmEmail, { access: 'public' }, ({ deps, body: { email, code, user_id }, ip }) =>
    confirm(deps, 'email', { contact: email, code, ip, userId: user_id }),
  ),
  serve(registrationHttp.confirmPhone, { access: 'public' }, ({ deps, body: { phone, code, user_id }, ip }) =>
    confirm(deps, 'phone', { contact: phone, code, ip, userId: user_id }),
  ),
  serve(registrationHttp.resendEmail, { access: 'public' }, ({ deps, body: { email }, ip }) =>
    resend(deps, 'email', { contact: email, ip }),
  ),
  serve(registrationHttp.resendPhone, { access: 'public' }, ({ deps, body: { phone }, ip }) =>
    resend(deps, 'phone', { contact: phone, ip }),
  ),
];

const WINDOW_S = 5 * 60;
/** The limit per address is high, because the users of one office may share one. */
const TRIES_PER_IP = 100;
/** The limit of attempts with existing contacts is low, because repeated ones search for accounts. */
const TAKEN_PER_IP = 20;
/** The limit of replaced registrations: enough to correct mistakes; more would allow blocking the registration of another user. */
const REPLACED_PER_CONTACT = 5;
const REPLACED_WINDOW_S = 3_600;
const TOO_MANY = 'Too many registration attempts.';
/** Limits concurrent registrations, so that those of one office are not all counted as taken at the same time; addresses have turns. */
const registrations = createSemaphore<string>({
  pool: 'registrations',
  atOnce: 8,
  perKey: 4,
  free: 4,
  waitingPerKey: Infinity,
});
type RegisterDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'events' | 'auth' | 'broker'>;

/**
 * Creates an account and queues the mail with its code in one transaction. An unconfirmed account with this mail or phone is
 * deleted with its codes and keys. Throws user_exists for a mail or phone that exists, unprocessable for an unknown country,
 * language or time zone, forbidden where it needs an invitation, link_expired for one that has ended, rate_limited.
 */
async function register(deps: RegisterDeps, body: RegisterBody, ip: string): Promise<RegisterAnswer> {
  await countAttempt(deps, [perAddress('register', ip, { hits: TRIES_PER_IP, windowSeconds: WINDOW_S })], TOO_MANY);
  const { password, time_zone, utc_offset, invitation, ...person } = body;
  requireOpen(deps.config, invitation);
  const zone = chooseZone({ time_zone, utc_offset, country_code: person.country_code });
  if (!isCountry(person.country_code))
    throw fieldError('unprocessable', 'country_code', 'There is no country with this code');
  if (!isLanguage(person.lang)) throw fieldError('unprocessable', 'lang', 'There is no language with this code');
  if (!zone) throw fieldError('unprocessable', 'time_zone', 'There is no such time zone');

  await countAttempt(deps, [mailsOfAddress(ip)], TOO_MANY);

  const password_hash = await hashPassword(password);
  const { id, removed } = await registrations.run(addressKey(ip), () =>
    limitTaken(deps, ip, () =>
      transact(deps.db, async (trx) => {
        const removedIds = await removePendingRegistrations(trx, {
          ...person,
          recentSeconds: deps.config.CODE_RESEND_AFTER_S,
        });
        if (removedIds.length > 0)
          await countAttempt({ db: trx, config: deps.config }, replacementLimits(person), TOO_MANY);
        const invited = invitation === undefined ? null : await requireInvitation(trx, invitation, person.email);
        await requireInstallationRoom(trx, 'users');
        const user = await createUser(trx, {
          ...person,
          ...zone,
          password_hash,
          role: 'user',
          registration_pending: true,
          full_quotas: invited !== null,
        });
        if (invited) await setInvitationUser(trx, invited.id, user.id);
        await issueCode(trx, deps, user, { purpose: 'email' });
        return { id: user.id, removed: removedIds };
      }),
    ),
  );
  noteAct({ user_id: id });
  usersChanged(deps);
  await registrationsRemoved(deps, removed);
  return { success: true, message: 'Registration successful. Please check your email for the code.', user_id: id };
}

/** Throws forbidden where nobody may register, or only who was invited; see REG-31. */
function requireOpen({ REGISTRATION }: RegisterDeps['config'], invitation: string | undefined): void {
  if (REGISTRATION === 'off') throw new AppError('forbidden', INVITATION_TEXTS.off);
  if (REGISTRATION === 'invite' && invitation === undefined) throw new AppError('forbidden', INVITATION_TEXTS.needed);
}

const replacementLimits = ({ email, phone }: Pick<RegisterBody, 'email' | 'phone'>): Limit[] =>
  [email.toLowerCase(), phone].map((contact) => ({
    key: `register-replace:${contact}`,
    hits: REPLACED_PER_CONTACT,
    windowSeconds: REPLACED_WINDOW_S,
  }));

/** Counts a registration as one with an existing mail or phone until it has succeeded. */
async function limitTaken<T>(deps: RegisterDeps, ip: string, create: () => Promise<T>): Promise<T> {
  const taken = perAddress('register-taken', ip, { hits: TAKEN_PER_IP, windowSeconds: WINDOW_S });
  await countAttempt(deps, [taken], TOO_MANY);
  let isTaken = false;
  try {
    return await create();
  } catch (error) {
    isTaken = error instanceof AppError && error.code === 'user_exists';
    throw error;
  } finally {
    if (!isTaken) await uncountAttempt(deps.db, taken);
  }
}

/**
 * Deletes unconfirmed registrations with this mail or phone, so that they can be registered again. Returns the deleted ids.
 * Throws user_exists if a confirmed account has one of the two, and within the resend interval after a code was sent to the
 * same mail address, so that repeated registrations do not flood a mailbox.
 */
async function removePendingRegistrations(
  trx: Kysely<Database>,
  contact: { email: string; phone: string; recentSeconds: number },
): Promise<number[]> {
  const holders = await lockContactHolders(trx, contact);
  if (holders.some(({ is_pending, is_recent }) => !is_pending || is_recent)) throw userExists();
  const ids = holders.map(({ id }) => id);
  if (ids.length > 0) await deleteUsers(trx, ids);
  return ids;
}

type PendingRegistrationsDeps = Pick<Deps, 'auth' | 'broker' | 'events'>;

/** After the commit: clears cached keys, ends live connections, and notifies consoles. */
async function registrationsRemoved({ auth, broker, events }: PendingRegistrationsDeps, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  auth.forget();
  usersChanged({ events });
  await broker.disconnect('console', ids);
}

/** Deletes registrations that were not confirmed within a day. Returns their number. */
export async function sweepAbandonedRegistrations(deps: PendingRegistrationsDeps & Pick<Deps, 'db'>): Promise<number> {
  const ids = await deleteAbandonedRegistrations(deps.db);
  await registrationsRemoved(deps, ids);
  return ids.length === 0 ? 0 : ids.length + (await sweepAbandonedRegistrations(deps));
}
