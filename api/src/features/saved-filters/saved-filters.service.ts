import { SAVED_FILTERS_MAX, type SavedFilter } from '@belfry/schemas/http/devices/saved-filters';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { lockUser } from '../users/index.ts';
import type { SavedFiltersDeps } from './deps.ts';
import { countFilters, deleteFilter, insertFilter, updateFilter } from './saved-filters.repository.ts';

/** Saves filters under a name. Throws conflict for a name that exists, unprocessable for one filter too many. */
export async function saveFilter(
  { db }: SavedFiltersDeps,
  userId: number,
  filter: Omit<SavedFilter, 'id'>,
): Promise<SavedFilter> {
  return transact(db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, userId);
    if ((await countFilters(trx, userId)) >= SAVED_FILTERS_MAX) {
      throw new AppError('unprocessable', `There can be ${SAVED_FILTERS_MAX} saved filters at most`);
    }
    return insertFilter(trx, userId, filter).catch(throwTaken);
  });
}

/** Changes name or filters. Throws not_found for a filter of another user, conflict for a name that exists. */
export async function changeFilter(
  { db }: SavedFiltersDeps,
  userId: number,
  id: number,
  change: { name?: string | undefined; filters?: SavedFilter['filters'] | undefined },
): Promise<SavedFilter> {
  return (await updateFilter(db, userId, id, change).catch(throwTaken)) ?? throwMissing();
}

/** Throws not_found for a filter of another user. */
export async function removeFilter({ db }: SavedFiltersDeps, userId: number, id: number): Promise<void> {
  if (!(await deleteFilter(db, userId, id))) throwMissing();
}

function throwMissing(): never {
  throw notFound('There is no such saved filter');
}

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'name', 'There is a saved filter of this name already');
}
