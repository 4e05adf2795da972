import { NAME_MAX, NAME_MIN } from '@belfry/schemas/domain/account';
import { readEmail } from '@belfry/schemas/domain/email-address';
import { hasHiddenCharacters } from '@belfry/schemas/domain/visible-text';
import { domainOf } from '@belfry/schemas/http/single-sign-on/domain';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { unusablePasswordHash } from '../../lib/password-hash.ts';
import { findUserById, lockUser, lockUserByContact, type UserRow } from '../../people/users.repository.ts';
import { createUser } from '../../people/users.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { changeAccount, revokeSessions, turnOff } from '../accounts/index.ts';
import type { Claims } from './claims.ts';
import { countOtherPeople, findIdentity, findUserByExternalId, hasLeft } from './people.repository.ts';
import { SignOnError } from './problems.ts';
import { isDomainProven, type ProviderRow } from './providers.repository.ts';
import { MEMBERS_PER_ORGANISATION } from './rule-memberships.repository.ts';

export type Person = {
  user: UserRow;
  isNew: boolean;
  /** Users whose live connections must be dropped after the commit. */ ended: number[];
};

/**
 * The account of a person whom the provider has verified, locked until the transaction ends: the one that is linked already; else the
 * one that the directory has linked; else the one with the mail address, or a new one, where the provider has verified the address, or the owner
 * trusts it, and its domain is proven. Administrators are never linked. Throws SignOnError.
 */
export async function findOrMakePerson(trx: Kysely<Database>, provider: ProviderRow, claims: Claims): Promise<Person> {
  const { provider_id, issuer } = provider;
  const identity = await findIdentity(trx, { provider_id, issuer, subject: claims.subject });
  const userId = identity?.user_id ?? (await findUserByExternalId(trx, provider_id, claims.externalIds));
  const user = userId === undefined ? undefined : await lockUser(trx, userId);
  const person = user ? { user, isNew: false, ended: [] } : await findOrMakeByEmail(trx, provider, claims);
  if (person.user.role !== 'user') throw new SignOnError('taken');
  if (await hasLeft(trx, provider_id, person.user.id)) throw new SignOnError('left');
  return person;
}

async function findOrMakeByEmail(trx: Kysely<Database>, provider: ProviderRow, claims: Claims): Promise<Person> {
  const { trusts_email } = provider;
  const email = [claims.email, ...(trusts_email ? claims.userNames : [])].map(readEmail).find((read) => read !== null);
  if (email === undefined) throw new SignOnError('email');
  if (!claims.emailVerified && !trusts_email) throw new SignOnError('unverified');
  return linkByEmail(trx, provider, { email, name: claims.name });
}

/**
 * The account with a mail address for which the provider speaks, or a new one. Throws SignOnError for an address of another domain, for
 * an administrator's, and past the limits.
 */
export async function linkByEmail(
  trx: Kysely<Database>,
  provider: ProviderRow,
  { email, name }: { email: string; name: string },
): Promise<Person> {
  if (!(await isDomainProven(trx, provider.provider_id, domainOf(email)))) throw new SignOnError('domain');
  const holder = await lockUserByContact(trx, 'email', email);
  if (holder && holder.role !== 'user') throw new SignOnError('taken');
  const others = await countOtherPeople(trx, provider.owner_id, holder?.id);
  if (others >= MEMBERS_PER_ORGANISATION) throw new SignOnError('full');
  // Of an account that was never confirmed nothing remains, so it counts as made now.
  if (holder) return { user: holder, isNew: !holder.email_confirm, ended: await takeOver(trx, holder) };
  return { user: await makeAccount(trx, provider, { email, name }), isNew: true, ended: [] };
}

/**
 * Whoever has registered an address and never proven it could wait with a password of theirs for its owner. So nothing of theirs remains: password,
 * second factor and sessions. A confirmed account stays as it is.
 */
async function takeOver(trx: Kysely<Database>, user: UserRow): Promise<number[]> {
  if (user.email_confirm) return [];
  await changeAccount(trx, user, { password_hash: unusablePasswordHash(), email_confirm: true });
  await turnOff(trx, user.id);
  return revokeSessions(trx, user.id);
}

/** A new account without a password, in the language and the time zone of the organisation's owner. */
async function makeAccount(
  trx: Kysely<Database>,
  { owner_id }: ProviderRow,
  { email, name }: { email: string; name: string },
): Promise<UserRow> {
  await requireInstallationRoom(trx, 'users');
  const owner = await findUserById(trx, owner_id);
  return createUser(trx, {
    name: nameOr(name, email),
    email,
    role: 'user',
    password_hash: unusablePasswordHash(),
    email_confirm: true,
    ...(owner && {
      lang: owner.lang,
      country: owner.country,
      country_code: owner.country_code,
      utc_offset: owner.utc_offset,
      time_zone: owner.time_zone,
      full_quotas: owner.full_quotas,
    }),
  });
}

/** A name as accounts have them; the first part of the address where there is none that can be shown. */
export function nameOr(name: string, email: string): string {
  const trimmed = name.trim().slice(0, NAME_MAX).trim();
  if (trimmed.length >= NAME_MIN && trimmed.isWellFormed() && !hasHiddenCharacters(trimmed)) return trimmed;
  const [local = ''] = email.split('@');
  return (local.length >= NAME_MIN ? local : email).slice(0, NAME_MAX);
}
