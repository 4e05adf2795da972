import { MAIN_COMPANIES_MAX, TREE_NODES_MAX } from '@belfry/schemas/domain/companies';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { countMainCompanies, countTree, type Place } from './companies.repository.ts';
import { unprocessable } from './placement.ts';

/** Throws unprocessable for a tree that is full. Those who add at once may pass together: it is no invariant. */
export async function checkRoom(
  db: Kysely<Database>,
  { tree_id }: Pick<Place, 'tree_id'>,
  more: number,
): Promise<void> {
  if ((await countTree(db, tree_id)) + more <= TREE_NODES_MAX) return;
  throw unprocessable(`A tree has ${TREE_NODES_MAX} elements at most`, 'parent_company_id');
}

/** Throws unprocessable for a person who has as many main companies as there can be. */
export async function checkMainRoom(db: Kysely<Database>, ownerId: number): Promise<void> {
  if ((await countMainCompanies(db, ownerId)) < MAIN_COMPANIES_MAX) return;
  throw unprocessable(`There can be ${MAIN_COMPANIES_MAX} main companies at most`, 'name');
}
