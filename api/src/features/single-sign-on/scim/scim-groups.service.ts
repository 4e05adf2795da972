import {
  DIRECTORY_GROUPS_MAX,
  DIRECTORY_MEMBERS_MAX,
  type ScimGroup,
  type ScimListQuery,
} from '@belfry/schemas/http/single-sign-on/scim';
import type { Kysely } from 'kysely';
import { auditDirectory } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { ProviderRow } from '../providers.repository.ts';
import { noteRefusal } from '../providers.repository.ts';
import { applyRules } from '../rule-memberships.repository.ts';
import { toGroup, toList } from './answers.ts';
import {
  countGroups,
  countMembers,
  deleteGroup,
  findMembers,
  insertGroup,
  type ListedGroup,
  listGroups,
  putMembers,
  updateGroup,
} from './directory.repository.ts';
import { boundsOf, readFilter } from './filter.ts';
import { patchGroup, readOperations } from './patch.ts';
import { readGroup } from './resource.ts';
import { changing, type Directory, scimBase, type ScimDeps } from './scim-people.service.ts';

const FILTERS = { displayname: 'name', externalid: 'external_id', id: 'group_id' } as const;
/** Groups of one page that are listed with their members. */
const WITH_MEMBERS_MAX = 20;

/** Throws invalid_input for a filter that is not supported. */
export async function readGroups({ db, config }: ScimDeps, directory: Directory, query: ScimListQuery) {
  const bounds = boundsOf(query);
  const withMembers = !/\bmembers\b/i.test(query.excludedAttributes ?? '');
  const limit = withMembers ? Math.min(bounds.limit, WITH_MEMBERS_MAX) : bounds.limit;
  const filter = readFilter(query.filter, FILTERS);
  const page = { filter, limit: Math.max(limit, 1), offset: bounds.offset, withMembers };
  const rows = await listGroups(db, directory.provider_id, page);
  const total = rows[0]?.total ?? (bounds.offset === 0 ? 0 : await countGroups(db, directory.provider_id));
  return toList(
    rows.slice(0, limit).map((row) => toGroup(row, scimBase(config))),
    { total, offset: bounds.offset },
  );
}

/** Throws not_found. */
export async function readOneGroup(
  { db, config }: ScimDeps,
  directory: Directory,
  id: number,
): Promise<Wire<ScimGroup>> {
  return toGroup(await findOne(db, directory.provider_id, id), scimBase(config));
}

async function findOne(db: Kysely<Database>, provider_id: number, id: number): Promise<ListedGroup> {
  const filter = { name: 'group_id', value: String(id) } as const;
  const [group] = await listGroups(db, provider_id, { filter, limit: 1, offset: 0 });
  if (!group) throw notFound('There is no such group');
  return group;
}

/** Throws conflict for a name that exists, unprocessable past the limits. */
export async function addGroup(deps: ScimDeps, directory: Directory, body: unknown): Promise<Wire<ScimGroup>> {
  const { members, ...fields } = readGroup(body);
  const id = await changing(deps, directory, async (trx, provider) => {
    const { provider_id } = provider;
    if ((await countGroups(trx, provider_id)) >= DIRECTORY_GROUPS_MAX)
      throw new AppError('unprocessable', `A directory has ${DIRECTORY_GROUPS_MAX} groups at most`);
    const group = await insertGroup(trx, { ...fields, provider_id });
    return finish(trx, { provider, directory }, { id: group, members, verb: 'add-group', name: fields.name });
  });
  return readOneGroup(deps, directory, id);
}

/** Throws not_found, conflict, invalid_input. */
export async function replaceGroup(
  deps: ScimDeps,
  directory: Directory,
  { id, body }: { id: number; body: unknown },
): Promise<Wire<ScimGroup>> {
  const { members, ...fields } = readGroup(body);
  await changing(deps, directory, async (trx, provider) => {
    await findOne(trx, provider.provider_id, id);
    await updateGroup(trx, id, fields);
    return finish(trx, { provider, directory }, { id, members, verb: 'change-group', name: fields.name });
  });
  return readOneGroup(deps, directory, id);
}

/** Throws as `replaceGroup`. */
export async function patchOneGroup(
  deps: ScimDeps,
  directory: Directory,
  { id, body }: { id: number; body: unknown },
): Promise<Wire<ScimGroup>> {
  const operations = readOperations(body);
  await changing(deps, directory, async (trx, provider) => {
    const group = await findOne(trx, provider.provider_id, id);
    const { members, ...set } = patchGroup((await findMembers(trx, id)).map(String), operations);
    const { name, external_id } = readGroup({
      displayName: group.name,
      externalId: group.external_id,
      ...renamed(set),
    });
    await updateGroup(trx, id, { name, external_id });
    return finish(trx, { provider, directory }, { id, members: [...members], verb: 'change-group', name });
  });
  return readOneGroup(deps, directory, id);
}

const renamed = ({ name, externalId }: { name?: unknown; externalId?: unknown }) => ({
  ...(name !== undefined && { displayName: name }),
  ...(externalId !== undefined && { externalId }),
});

/** Throws not_found. */
export async function removeGroup(deps: ScimDeps, directory: Directory, id: number): Promise<void> {
  await changing(deps, directory, async (trx, provider) => {
    const { name } = await findOne(trx, provider.provider_id, id);
    await deleteGroup(trx, id);
    await record(trx, directory, { verb: 'remove-group', id, details: { name } });
    return { result: id, disconnected: await applyRules(trx, provider, null) };
  });
}

type Call = { provider: ProviderRow; directory: Directory };
type Outcome = { id: number; name: string; members: readonly string[]; verb: string };

const OWN_ID = /^[1-9]\d{0,8}$/;
/** Unknown members that are named at most. */
const NAMED = 20;

/**
 * Stores the members that are known and applies the rules to everybody, since the first group of a directory replaces all claims. Directories send
 * groups before their people, and people whom they have not assigned: those are named for who manages the provider.
 */
async function finish(trx: Kysely<Database>, { provider, directory }: Call, { id, name, members, verb }: Outcome) {
  const ids = members.filter((member) => OWN_ID.test(member)).map(Number);
  const memberIds = new Set(await putMembers(trx, { group_id: id, provider_id: provider.provider_id }, ids));
  const unknown = members.filter((member) => !memberIds.has(Number(member))).slice(0, NAMED);
  if (unknown.length > 0)
    await noteRefusal(
      trx,
      provider.provider_id,
      `The group "${name}" names members that are not there: ${unknown.join(', ')}`,
    );
  if ((await countMembers(trx, provider.provider_id)) > DIRECTORY_MEMBERS_MAX)
    throw new AppError('unprocessable', `The groups of a directory have ${DIRECTORY_MEMBERS_MAX} members at most`);
  await record(trx, directory, {
    verb,
    id,
    details: { name, members: memberIds.size, ...(unknown.length > 0 && { unknown }) },
  });
  return { result: id, disconnected: await applyRules(trx, provider, null) };
}

const record = (
  trx: Kysely<Database>,
  directory: Directory,
  { verb, id, details }: { verb: string; id: number; details: Record<string, unknown> },
): Promise<void> =>
  auditDirectory(trx, directory, {
    action: `directory.${verb}`,
    object_kind: 'directory-group',
    object_id: id,
    details,
  });
