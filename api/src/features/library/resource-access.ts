import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { hasAllPlaces, isMemberOf, mayChange, requireChangeable } from '../../people/own-work.ts';
import type { Caller } from '../../policies/accounts.ts';
import { editableLibrary, type OwnersPolicy } from '../../policies/owners.ts';
import type { LockedRow, Resource, ResourceRow } from './resource.repository.ts';

export async function seenBy<Row extends ResourceRow, Item>(
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
export async function requireResource<Row extends ResourceRow, Item>(
  trx: Kysely<Database>,
  { user, editable }: { user: Caller; editable: OwnersPolicy },
  { title, forAll }: Resource<Row, Item>,
  { locked, stored }: { locked: LockedRow; stored: Row | undefined },
): Promise<void> {
  requireChangeable(user, locked, editable, title);
  if (!stored || !forAll?.includes(stored)) return;
  if (!(await hasAllPlaces(trx, user, locked.user_id, 'plan'))) throw new AppError('forbidden', forAll.refusal);
}
