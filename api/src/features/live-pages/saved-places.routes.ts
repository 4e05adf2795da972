import type { Parsed } from '@belfry/schemas/http/endpoint';
import { SAVED_PLACES_MAX, type SavedPlace, savedPlacesHttp } from '@belfry/schemas/http/live-pages/saved-places';
import type { Kysely } from 'kysely';
import { noteAct } from '../../audit/audit-trail.ts';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { lockUser } from '../../people/users.repository.ts';
import { serve } from '../../serve.ts';
import {
  countSavedPlaces,
  deleteSavedPlace,
  findSavedPlaces,
  insertSavedPlace,
  updateSavedPlace,
} from './saved-places.repository.ts';

const OWN = { access: 'signed-in', policy: 'own' } as const;
const NOT_FOUND = 'There is no such saved place';

/** The places to which a person often speaks. They give no right: that is checked when the person speaks. */
export const savedPlacesRoutes = [
  serve(savedPlacesHttp.list, OWN, ({ deps, user }) => findSavedPlaces(deps.db, user.id)),
  serve(savedPlacesHttp.save, { ...OWN, audit: 'saved_place.create of saved_place' }, ({ deps, user, body }) =>
    savePlace(deps.db, user.id, body),
  ),
  serve(
    savedPlacesHttp.replace,
    { ...OWN, audit: 'saved_place.change of saved_place' },
    async ({ deps, user, params: { id }, body }) => {
      const before = await findOwn(deps.db, user.id, id);
      const changed = await updateSavedPlace(deps.db, user.id, { id, ...body }).catch(throwTaken);
      if (!changed) throw notFound(NOT_FOUND);
      noteAct({ before, after: changed });
      return changed;
    },
  ),
  serve(
    savedPlacesHttp.remove,
    { ...OWN, audit: 'saved_place.delete of saved_place' },
    async ({ deps, user, params: { id } }) => {
      const before = await findOwn(deps.db, user.id, id);
      if (!(await deleteSavedPlace(deps.db, user.id, id))) throw notFound(NOT_FOUND);
      noteAct({ before });
    },
  ),
];

const findOwn = async (db: Kysely<Database>, userId: number, id: number): Promise<SavedPlace | null> =>
  (await findSavedPlaces(db, userId)).find((place) => place.id === id) ?? null;

/** Throws conflict for a name that exists, unprocessable for one place too many. */
async function savePlace(
  db: Kysely<Database>,
  userId: number,
  place: Parsed<typeof savedPlacesHttp.save, 'body'>,
): Promise<SavedPlace> {
  return transact(db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, userId);
    if ((await countSavedPlaces(trx, userId)) >= SAVED_PLACES_MAX)
      throw new AppError('unprocessable', `There can be ${SAVED_PLACES_MAX} saved places at most`);
    return insertSavedPlace(trx, userId, place).catch(throwTaken);
  });
}

function throwTaken(error: unknown): never {
  if (!isTaken(error)) throw error;
  throw fieldError('conflict', 'name', 'There is a saved place of this name already');
}
