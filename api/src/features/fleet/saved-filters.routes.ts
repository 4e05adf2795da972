import type { Parsed } from '@belfry/schemas/http/endpoint';
import { SAVED_FILTERS_MAX, savedFiltersHttp, type SavedFilter } from '@belfry/schemas/http/fleet/saved-filters';
import type { Kysely } from 'kysely';
import { noteAct } from '../../audit/audit-trail.ts';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { serve } from '../../serve.ts';
import { lockUser } from '../../people/users.repository.ts';
import { countFilters, deleteFilter, findFilters, insertFilter, updateFilter } from './saved-filters.repository.ts';

const OWN = { access: 'admin', policy: 'own' } as const;
const NOT_FOUND = 'There is no such saved filter';

export const savedFiltersRoutes = [
  serve(savedFiltersHttp.list, OWN, ({ deps, user }) => findFilters(deps.db, user.id)),
  serve(savedFiltersHttp.save, { ...OWN, audit: 'device_filter.create of device_filter' }, ({ deps, user, body }) =>
    saveFilter(deps.db, user.id, body),
  ),
  serve(
    savedFiltersHttp.change,
    { ...OWN, audit: 'device_filter.change of device_filter' },
    async ({ deps, user, params, body }) => {
      const before = await findOwn(deps.db, user.id, params.id);
      const changed = await updateFilter(deps.db, user.id, params.id, body).catch(throwTaken);
      if (!changed) throw notFound(NOT_FOUND);
      noteAct({ before, after: changed });
      return changed;
    },
  ),
  serve(
    savedFiltersHttp.remove,
    { ...OWN, audit: 'device_filter.delete of device_filter' },
    async ({ deps, user, params }) => {
      const before = await findOwn(deps.db, user.id, params.id);
      if (!(await deleteFilter(deps.db, user.id, params.id))) throw notFound(NOT_FOUND);
      noteAct({ before });
    },
  ),
];

const findOwn = async (db: Kysely<Database>, userId: number, id: number): Promise<SavedFilter | null> =>
  (await findFilters(db, userId)).find((filter) => filter.id === id) ?? null;

/** Saves filters under a name. Throws conflict for a name that exists, unprocessable for one filter too many. */
async function saveFilter(
  db: Kysely<Database>,
  userId: number,
  filter: Parsed<typeof savedFiltersHttp.save, 'body'>,
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

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'name', 'There is a saved filter of this name already');
}
