import type { LibraryQuery } from '@belfry/schemas/http/library/library';
import { namedUses, type LibraryUses } from '@belfry/schemas/http/library/uses';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { isMissingReference } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, editConflict, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { isMemberOf, hasAllPlaces, mayChange, requireChangeable } from '../../people/own-work.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import { ALL_OWNERS, type OwnersPolicy, type VisibleOwners, editableLibrary } from '../../policies/owners.ts';
import { quotaOf, requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { findHeldOf, requireShare } from '../../people/organisation-share.ts';
import {
  findPage,
  findRows,
  lockRow,
  deleteRow,
  setCreator,
  type LockedRow,
  type Resource,
  type FindUses,
  type ResourceRow,
} from './resource.repository.ts';

type ResourceDeps = Pick<Deps, 'db' | 'events'>;

export async function listOf<Row extends ResourceRow, Item>(
  { db }: Pick<Deps, 'db'>,
  resource: Resource<Row, Item>,
  { user, owners }: { user: Caller; owners: VisibleOwners },
  query: LibraryQuery,
): Promise<{ items: Item[]; total: number }> {
  const { rows, total } = await findPage(db, resource, owners, query);
  return { items: await seenBy(db, user, resource, rows), total };
}

/** Those with these ids that the owners have, as lists have them. */
export async function thoseOf<Row extends ResourceRow, Item>(
  { db }: Pick<Deps, 'db'>,
  resource: Resource<Row, Item>,
  { user, owners, ids }: { user: Caller; owners: VisibleOwners; ids: readonly number[] },
): Promise<Item[]> {
  return seenBy(db, user, resource, await findRows(db, resource, owners, ids));
}

/** Throws not_found for a resource that the policy does not permit, too. */
export async function readOne<Row extends ResourceRow, Item>(
  { db }: Pick<Deps, 'db'>,
  resource: Resource<Row, Item>,
  { user, policy, id }: { user: Principal; policy: OwnersPolicy; id: number },
): Promise<Item> {
  const [row] = await findRows(db, resource, policy(user), [id]);
  return seenOne(db, user, resource, row);
}

async function seenOne<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  user: Caller,
  resource: Resource<Row, Item>,
  row: Row | undefined,
): Promise<Item> {
  const [item] = await seenBy(db, user, resource, row ? [row] : []);
  if (!item) throw missing(resource);
  return item;
}

export type Making = { actor: Actor; ownerId: number };

/** Creates a resource. `insert` returns its id. Throws unprocessable for one too many. */
export async function createOne<Row extends ResourceRow, Item>(
  { db, events }: ResourceDeps,
  resource: Resource<Row, Item>,
  { actor, ownerId }: Making,
  insert: (trx: Kysely<Database>) => Promise<number>,
): Promise<Item> {
  const row = await transact(db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, ownerId);
    await requireRoom(trx, resource, { actor, ownerId });
    const id = await insert(trx);
    if (ownerId !== actor.user.id) await setCreator(trx, resource.table, id, actor.user.id);
    const [row] = await findRows(trx, resource, ALL_OWNERS, [id]);
    if (row) await auditOf(trx, actor, ownerId, { ...entryOf('create', resource, row), after: sideOf(resource, row) });
    return row;
  });
  if (!row) throw missing(resource);
  events.changed('library_changed', [row.id], ownerId);
  return seenOne(db, actor.user, resource, row);
}

/** Throws unprocessable where the owner, a member or the installation has as many as are allowed. */
export async function requireRoom(
  db: Kysely<Database>,
  { table, titles, max: most }: Pick<Resource<ResourceRow, unknown>, 'table' | 'titles' | 'max'>,
  { actor: { user }, ownerId }: Making,
): Promise<void> {
  await requireInstallationRoom(db, 'library');
  const max = await quotaOf(db, ownerId, most);
  requireShare(await findHeldOf(db, table, ownerId), { user, ownerId, max, what: titles });
}

type EditPolicy = { read: OwnersPolicy; edit: OwnersPolicy };
type Change = { actor: Actor; policy: EditPolicy; id: number; revision: number | undefined };

/** Locks a resource that the caller may change, and reads it. Throws not_found, and forbidden for one that they only read. */
async function lockChangeable<Row extends ResourceRow, Item>(
  trx: Kysely<Database>,
  resource: Resource<Row, Item>,
  { actor: { user }, policy, id }: Pick<Change, 'actor' | 'policy' | 'id'>,
): Promise<{ locked: LockedRow; before: Row | undefined }> {
  const locked = await lockRow(trx, resource.table, policy.read(user), id);
  if (!locked) throw missing(resource);
  const [before] = await findRows(trx, resource, ALL_OWNERS, [id]);
  await requireResource(trx, { user, editable: policy.edit }, resource, { locked, stored: before });
  return { locked, before };
}

/** Changes a resource. Throws not_found, forbidden, and edit_conflict where it was changed since `revision`. */
export async function changeOne<Row extends ResourceRow, Item>(
  { db, events }: ResourceDeps,
  resource: Resource<Row, Item>,
  { actor, policy, id, revision }: Change,
  update: (trx: Kysely<Database>, row: LockedRow) => Promise<void>,
): Promise<Item> {
  const row = await transact(db, async (trx) => {
    const { locked, before } = await lockChangeable(trx, resource, { actor, policy, id });
    if (revision !== undefined && revision !== locked.revision)
      throw editConflict(`This ${resource.title} was changed meanwhile`, { ...(before && resource.view(before)) });
    await update(trx, locked);
    const [changed] = await findRows(trx, resource, ALL_OWNERS, [id]);
    if (!changed) throw missing(resource);
    const sides = { before: before && sideOf(resource, before), after: sideOf(resource, changed) };
    await auditOf(trx, actor, locked.user_id, { ...entryOf('change', resource, locked), ...sides });
    return changed;
  });
  events.changed('library_changed', [id], row.user_id);
  return seenOne(db, actor.user, resource, row);
}

/** Deletes a resource; `findUses` is null for what nothing refers to. Throws not_found, forbidden, and conflict with the names of those that use it. */
export async function removeOne<Row extends ResourceRow, Item>(
  { db, events }: ResourceDeps,
  resource: Resource<Row, Item>,
  { actor, policy, id }: Omit<Change, 'revision'>,
  findUses: FindUses | null,
): Promise<void> {
  const ownerId = await transact(db, async (trx) => {
    const { locked, before } = await lockChangeable(trx, resource, { actor, policy, id });
    const uses = (await findUses?.(trx, id)) ?? [];
    // What uses it may be at places of which a member must not know.
    if (uses.length > 0) throw inUse(resource.title, isMemberOf(actor.user, locked.user_id) ? [] : uses);
    await deleteRow(trx, resource.table, id).catch((error: unknown) => {
      throw isMissingReference(error) ? inUse(resource.title, []) : error;
    });
    const entry = { ...entryOf('delete', resource, locked), before: before && sideOf(resource, before) };
    await auditOf(trx, actor, locked.user_id, entry);
    return locked.user_id;
  });
  events.changed('library_changed', [id], ownerId);
}

/** The names of what uses a resource; a member is told how many only. Throws not_found for one that the person does not see. */
export async function usesOf<Row extends ResourceRow, Item>(
  { db }: Pick<Deps, 'db'>,
  resource: Resource<Row, Item>,
  { user, policy, id }: { user: Principal; policy: OwnersPolicy; id: number },
  findUses: FindUses,
): Promise<LibraryUses> {
  const [row] = await findRows(db, resource, policy(user), [id]);
  await seenOne(db, user, resource, row);
  const { names, total } = namedUses(await findUses(db, id));
  return { names: row && isMemberOf(user, row.user_id) ? [] : names, total };
}

const missing = ({ title }: { title: string }): AppError => notFound(`There is no such ${title}`);

/** Names in an error are limited, because a message may be in use by very many schedules. */
const NAMED_MAX = 5;
function inUse(title: string, uses: readonly string[]): AppError {
  const named = uses.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  const rest = uses.length > NAMED_MAX ? ` and ${uses.length - NAMED_MAX} more` : '';
  const by = named.length > 0 ? ` by ${named.join(', ')}${rest}` : '';
  return new AppError('conflict', `This ${title} is in use${by}. Please change that first.`);
}

type NamedRow = Pick<LockedRow, 'id' | 'name'>;
const sideOf = <Row extends ResourceRow, Item>({ view }: Resource<Row, Item>, row: Row): object => view(row) as object;

const entryOf = (verb: string, { table }: Pick<Resource<ResourceRow, unknown>, 'table'>, { id, name }: NamedRow) => ({
  action: `library.${verb}` as const,
  object_kind: table,
  object_id: id,
  details: { name },
});

async function seenBy<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  user: Caller,
  { view, forAll }: Resource<Row, Item>,
  rows: readonly Row[],
): Promise<Item[]> {
  const reaching = rows.filter((row) => forAll?.includes(row) && isMemberOf(user, row.user_id));
  const partlyPlanned = new Set(reaching.map(({ user_id }) => user_id));
  for (const owner of partlyPlanned) if (await hasAllPlaces(db, user, owner, 'plan')) partlyPlanned.delete(owner);
  return rows.map((row) => ({
    ...view(row),
    may_change:
      mayChange(user, row, editableLibrary) && !(forAll?.includes(row) === true && partlyPlanned.has(row.user_id)),
  }));
}

/** Throws forbidden where the caller may read a resource, but not change or delete it. */
async function requireResource<Row extends ResourceRow, Item>(
  trx: Kysely<Database>,
  { user, editable }: { user: Caller; editable: OwnersPolicy },
  { title, forAll }: Resource<Row, Item>,
  { locked, stored: row }: { locked: LockedRow; stored: Row | undefined },
): Promise<void> {
  requireChangeable(user, locked, editable, title);
  if (!row || !forAll?.includes(row)) return;
  if (!(await hasAllPlaces(trx, user, locked.user_id, 'plan'))) throw new AppError('forbidden', forAll.refusal);
}
