import { noteAct } from '../../audit/audit-trail.ts';
import { type RegisterAnswer, type RegisterBody, registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { addressKey } from '@belfry/schemas/domain/address';
import { INVITATION_TEXTS } from '@belfry/schemas/http/refusal-texts';
import type { Request } from 'express';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import { countAttempt, perAddress, uncountAttempt } from '../../http/rate-limit/rate-limit.ts';
import { hashPassword, passwordTurns } from '../../lib/password-hash.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { deleteAbandonedRegistrations, isHeld } from '../../people/pending-registrations.repository.ts';
import { createUser, userExists, usersChanged } from '../../people/users.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { Reply } from '../../http/routes/route.ts';
import { serve } from '../../serve.ts';
import { chooseZone, isCountry, isLanguage } from '../lookups/index.ts';
import { mailsOfAddress, mailsToFrom } from '../mail/outbox/index.ts';
import { issueCode } from './confirmation-codes.ts';
import { findKnownPeople, rememberPerson } from './known-browser.ts';
import { confirm, resend } from './confirmation.ts';
import { setInvitationUser } from './invitations.repository.ts';
import { readInvitation, requireInvitation } from './invitations.ts';

export const registrationRoutes = [
  serve(registrationHttp.mode, { access: 'public' }, ({ deps }) => ({ mode: deps.config.REGISTRATION })),
  serve(registrationHttp.readInvitation, { access: 'public', audit: 'none: it reads' }, ({ deps, body, ip }) =>
    readInvitation(deps, body.token, ip),
  ),
  serve(
    registrationHttp.register,
    { access: 'public', audit: 'account.register of user' },
    async ({ deps, body, ip, req }) => {
      const answer = await register(deps, body, ip);
      return Reply.of(answer, { headers: rememberPerson(deps.config, req.headers.cookie, answer.user_id) });
    },
  ),
  serve(
    registrationHttp.confirmEmail,
    { access: 'public', audit: 'account.confirm-email of user' },
    ({ deps, body: { email, code, user_id }, ip, req }) =>
      confirm(deps, 'email', { contact: email, code, ip, userId: user_id, knownUsers: knownOf(deps, req) }),
  ),
  serve(
    registrationHttp.confirmPhone,
    { access: 'public', audit: 'account.confirm-phone of user' },
    ({ deps, body: { phone, code, user_id }, ip, req }) =>
      confirm(deps, 'phone', { contact: phone, code, ip, userId: user_id, knownUsers: knownOf(deps, req) }),
  ),
  serve(
    registrationHttp.resendEmail,
    { access: 'public', audit: 'none: it sends a code again' },
    ({ deps, body: { email }, ip, req }) =>
      resend(deps, 'email', { contact: email, ip, knownUsers: knownOf(deps, req) }),
  ),
  serve(
    registrationHttp.resendPhone,
    { access: 'public', audit: 'none: it sends a code again' },
    ({ deps, body: { phone }, ip, req }) =>
      resend(deps, 'phone', { contact: phone, ip, knownUsers: knownOf(deps, req) }),
  ),
];

const knownOf = ({ config }: Pick<Deps, 'config'>, { headers }: Request): number[] =>
  findKnownPeople(config, headers.cookie);

const WINDOW_S = 5 * 60;
/** The limit per address is high, because the users of one office may share one. */
const TRIES_PER_IP = 100;
/** The limit of attempts with existing contacts is low, because repeated ones search for accounts. */
const TAKEN_PER_IP = 20;
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
 * Creates an account and queues the mail with its code in one transaction. Unconfirmed accounts with this mail or phone stand beside it: the first
 * that is confirmed has them. Throws user_exists for a mail or phone that exists, unprocessable for an unknown country,
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

  await countAttempt(deps, [mailsOfAddress(ip), mailsToFrom('confirm_email', person.email, ip)], TOO_MANY);

  const password_hash = await passwordTurns.run(addressKey(ip), () => hashPassword(password));
  const id = await registrations.run(addressKey(ip), () =>
    limitTaken(deps, ip, () =>
      transact(deps.db, async (trx) => {
        if (await isHeld(trx, person)) throw userExists();
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
        return user.id;
      }),
    ),
  );
  noteAct({ user_id: id });
  usersChanged(deps);
  return { success: true, message: 'Registration successful. Please check your email for the code.', user_id: id };
}

/** Throws forbidden where nobody may register, or only who was invited; see REG-31. */
function requireOpen({ REGISTRATION }: RegisterDeps['config'], invitation: string | undefined): void {
  if (REGISTRATION === 'off') throw new AppError('forbidden', INVITATION_TEXTS.off);
  if (REGISTRATION === 'invite' && invitation === undefined) throw new AppError('forbidden', INVITATION_TEXTS.needed);
}

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

type PendingRegistrationsDeps = Pick<Deps, 'auth' | 'broker' | 'events'>;

async function registrationsRemoved({ auth, broker, events }: PendingRegistrationsDeps, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  auth.forget();
  usersChanged({ events });
  await broker.disconnect('console', ids);
}

export async function sweepAbandonedRegistrations(deps: PendingRegistrationsDeps & Pick<Deps, 'db'>): Promise<number> {
  const ids = await deleteAbandonedRegistrations(deps.db);
  await registrationsRemoved(deps, ids);
  return ids.length === 0 ? 0 : ids.length + (await sweepAbandonedRegistrations(deps));
}
