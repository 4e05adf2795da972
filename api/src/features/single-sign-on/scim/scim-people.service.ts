import { DIRECTORY_PEOPLE_MAX, type ScimListQuery, type ScimUser } from '@belfry/schemas/http/single-sign-on/scim';
import { domainOf } from '@belfry/schemas/http/single-sign-on/domain';
import type { Kysely } from 'kysely';
import { auditDirectory } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { isTaken } from '../../../db/errors.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { DirectoryPrincipal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { queueMessage } from '../../mail/outbox/index.ts';
import { publicAddress } from '../../../lib/console-link.ts';
import { isContactTaken, lockUser, type UserRow } from '../../../people/users.repository.ts';
import { usersChanged } from '../../../people/users.ts';
import { changeAccount, disconnectUsers, endSessionsByKey, revokeSessions } from '../../accounts/index.ts';
import { linkByEmail, nameOr } from '../link-person.ts';
import { deleteIdentities, hasMadeAccount } from '../people.repository.ts';
import { isDomainProven, lockProvider, type ProviderRow } from '../providers.repository.ts';
import { applyRules } from '../rule-memberships.repository.ts';
import { findSessionsOf } from '../sign-ons.repository.ts';
import { toList, toUser } from './answers.ts';
import {
  countDirectoryPeople,
  deleteGroupMemberships,
  findPerson,
  listPeople,
  type PersonRow,
  putPerson,
  updatePerson,
} from './directory.repository.ts';
import { boundsOf, readFilter } from './filter.ts';
import { patchPerson, readOperations } from './patch.ts';
import { invalidValue, readPerson, type SentPerson } from './resource.ts';

export type ScimDeps = Pick<Deps, 'db' | 'config' | 'auth' | 'broker' | 'events' | 'jobs'>;
export type Directory = DirectoryPrincipal & { ip: string };

const FILTERS = {
  username: 'user_name',
  externalid: 'external_id',
  'emails.value': 'email',
  emails: 'email',
  id: 'person_id',
} as const;

export const scimBase = (config: Deps['config']): string => publicAddress(config, '/api/scim/v2');

/** Throws invalid_input for a filter that is not supported. */
export async function readPeople({ db, config }: ScimDeps, directory: Directory, query: ScimListQuery) {
  const { limit, offset } = boundsOf(query);
  const filter = readFilter(query.filter, FILTERS);
  // One row at least, since each has the number of all.
  const rows = await listPeople(db, directory.provider_id, { filter, limit: Math.max(limit, 1), offset });
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countDirectoryPeople(db, directory.provider_id));
  return toList(
    rows.slice(0, limit).map((row) => toUser(row, scimBase(config))),
    { total, offset },
  );
}

/** Throws not_found. */
export async function readOnePerson(
  { db, config }: ScimDeps,
  directory: Directory,
  id: number,
): Promise<Wire<ScimUser>> {
  const filter = { name: 'person_id', value: String(id) } as const;
  const [person] = await listPeople(db, directory.provider_id, { filter, limit: 1, offset: 0 });
  if (!person) throw notFound('There is no such person');
  return toUser(person, scimBase(config));
}

/**
 * Adds a person: makes the account, or links the one with the address. Throws conflict for somebody who is there already, forbidden for an
 * address of another domain, invalid_input, unprocessable past the limits.
 */
export async function addPerson(deps: ScimDeps, directory: Directory, body: unknown): Promise<Wire<ScimUser>> {
  const sent = readPerson(body);
  const id = await changing(deps, directory, async (trx, provider) => {
    if ((await countDirectoryPeople(trx, provider.provider_id)) >= DIRECTORY_PEOPLE_MAX)
      throw new AppError('unprocessable', `A directory has ${DIRECTORY_PEOPLE_MAX} people at most`);
    const { user, isNew, ended } = await linkByEmail(trx, provider, sent);
    const before = await findPerson(trx, provider.provider_id, { user_id: user.id });
    if (before && before.deleted_at === null) throw new AppError('conflict', 'This person is there already');
    const { user_name, external_id, given_name, family_name } = sent;
    const { provider_id } = provider;
    const made_account = isNew || (await hasMadeAccount(trx, provider_id, user.id));
    const about = { provider_id, user_id: user.id, made_account };
    const person = await putPerson(trx, { ...about, user_name, external_id, given_name, family_name });
    if (sent.active !== false && !made_account) await tellAccount(trx, deps, user, 'directory_invitation');
    const active = sent.active ?? true;
    const more = active ? await letIn(trx, person, user) : await putOut(trx, deps, { provider, person, user });
    const changed = await applyRules(trx, provider, [user.id]);
    await record(trx, directory, { verb: 'add-person', person, details: { user_id: user.id, active } });
    return { result: person.person_id, disconnected: [...ended, ...more, ...changed] };
  });
  return readOnePerson(deps, directory, id);
}

/** Throws not_found, invalid_input, conflict. */
export async function replacePerson(
  deps: ScimDeps,
  directory: Directory,
  { id, body }: { id: number; body: unknown },
): Promise<Wire<ScimUser>> {
  return changePerson(deps, directory, { id, sentOf: () => readPerson(body) });
}

/** Throws as `replacePerson`. */
export async function patchOnePerson(
  deps: ScimDeps,
  directory: Directory,
  { id, body }: { id: number; body: unknown },
): Promise<Wire<ScimUser>> {
  const operations = readOperations(body);
  return changePerson(deps, directory, { id, sentOf: (present) => readPerson(patchPerson(present, operations)) });
}

type Change = { id: number; sentOf: (present: Record<string, unknown>) => SentPerson };

async function changePerson(deps: ScimDeps, directory: Directory, { id, sentOf }: Change): Promise<Wire<ScimUser>> {
  await changing(deps, directory, async (trx, provider) => {
    const { person, user } = await lockPerson(trx, provider, id);
    const sent = sentOf({ ...(await readOnePerson({ ...deps, db: trx }, directory, id)) });
    const { user_name, external_id, given_name, family_name } = sent;
    const active = sent.active ?? person.active;
    await updatePerson(trx, id, { user_name, external_id, given_name, family_name, active });
    await changeOwnAccount(trx, provider, { person, user, sent });
    const ended = active ? await letIn(trx, person, user) : await putOut(trx, deps, { provider, person, user });
    const changed = await applyRules(trx, provider, [user.id]);
    await record(trx, directory, { verb: 'change-person', person, details: { user_id: user.id, active } });
    return { result: id, disconnected: [...ended, ...changed] };
  });
  return readOnePerson(deps, directory, id);
}

/** Removes a person, who is out at once; see SSO-12. Throws not_found. */
export async function removePerson(deps: ScimDeps, directory: Directory, id: number): Promise<void> {
  await changing(deps, directory, async (trx, provider) => {
    const { person, user } = await lockPerson(trx, provider, id);
    const ended = await putOut(trx, deps, { provider, person, user });
    await updatePerson(trx, id, { active: false, deleted_at: new Date() });
    await deleteGroupMemberships(trx, id);
    await deleteIdentities(trx, provider.provider_id, user.id);
    const changed = await applyRules(trx, provider, [user.id]);
    await record(trx, directory, { verb: 'remove-person', person, details: { user_id: user.id } });
    return { result: id, disconnected: [...ended, ...changed] };
  });
}

type Done<T> = { result: T; disconnected: readonly number[] };

/** One transaction for each call, in which the provider is locked, and what follows after the commit. */
export async function changing<T>(
  deps: ScimDeps,
  directory: Directory,
  work: (trx: Kysely<Database>, provider: ProviderRow) => Promise<Done<T>>,
): Promise<T> {
  try {
    const { result, disconnected } = await transact(deps.db, async (trx) => {
      const provider = await lockProvider(trx, directory.provider_id);
      if (!provider) throw notFound('The identity provider is gone');
      return work(trx, provider);
    });
    if (disconnected.length > 0) await disconnectUsers(deps, [...new Set(disconnected)]);
    usersChanged(deps);
    return result;
  } catch (error) {
    if (isTaken(error)) throw new AppError('conflict', 'Another one has this name already');
    throw error;
  }
}

type Linked = { person: PersonRow; user: UserRow };

async function lockPerson(trx: Kysely<Database>, provider: ProviderRow, id: number): Promise<Linked> {
  const person = await findPerson(trx, provider.provider_id, { person_id: id });
  const user = person && person.deleted_at === null ? await lockUser(trx, person.user_id) : undefined;
  if (!person || !user) throw notFound('There is no such person');
  return { person, user };
}

/**
 * Ends what the provider gave: its sessions, and with the rules its memberships. An account that was made for it is suspended; that of somebody who
 * was there before stays theirs, and they are told. Administrators and the owner of the organisation lose the memberships only.
 */
async function putOut(
  trx: Kysely<Database>,
  deps: ScimDeps,
  { provider, person, user }: Linked & { provider: ProviderRow },
): Promise<number[]> {
  await updatePerson(trx, person.person_id, { active: false });
  if (user.role !== 'user' || user.id === provider.owner_id) return [user.id];
  if (!person.made_account) {
    await endSessionsByKey(trx, await findSessionsOf(trx, provider.provider_id, user.id));
    if (person.active) await tellAccount(trx, deps, user, 'directory_left');
    return [user.id];
  }
  if (user.active) {
    await changeAccount(trx, user, { active: false });
    await updatePerson(trx, person.person_id, { suspended: true });
  }
  return [...new Set([user.id, ...(await revokeSessions(trx, user.id))])];
}

async function tellAccount(
  trx: Kysely<Database>,
  { config, jobs }: Pick<ScimDeps, 'config' | 'jobs'>,
  to: UserRow,
  kind: 'directory_invitation' | 'directory_left',
): Promise<void> {
  await queueMessage(trx, jobs, { kind, to, link: publicAddress(config, '/login') });
}

/** Lifts a suspension that came from this directory, and no other one. */
async function letIn(trx: Kysely<Database>, person: PersonRow, user: UserRow): Promise<number[]> {
  if (!person.suspended) return [];
  if (!user.active) await changeAccount(trx, user, { active: true });
  await updatePerson(trx, person.person_id, { suspended: false });
  return [];
}

/** Name and address of an account that was made for the directory follow it; those of others belong to their people. */
async function changeOwnAccount(
  trx: Kysely<Database>,
  provider: ProviderRow,
  { person, user, sent }: Linked & { sent: SentPerson },
): Promise<void> {
  if (!person.made_account || user.role !== 'user') return;
  const name = nameOr(sent.name, sent.email);
  const moves = sent.email.toLowerCase() !== user.email.toLowerCase();
  if (moves) {
    if (!(await isDomainProven(trx, provider.provider_id, domainOf(sent.email))))
      throw invalidValue('The mail address is not of a domain that is proven');
    if (await isContactTaken(trx, 'email', sent.email))
      throw new AppError('conflict', 'Another account has this mail address');
  }
  await changeAccount(trx, user, { name, ...(moves && { email: sent.email }) });
}

const record = (
  trx: Kysely<Database>,
  directory: Directory,
  { verb, person, details }: { verb: string; person: PersonRow; details: Record<string, unknown> },
): Promise<void> =>
  auditDirectory(trx, directory, {
    action: `directory.${verb}`,
    object_kind: 'directory-person',
    object_id: person.person_id,
    details: { ...details, user_name: person.user_name },
  });
