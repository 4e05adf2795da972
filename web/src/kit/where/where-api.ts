import { type WhereItem, whereHttp } from '@belfry/schemas/http/places/where';
import { savedPlacesHttp } from '@belfry/schemas/http/live-pages/saved-places';
import { type User, usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { readUserKey } from '../../lib/session/session-store.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';
import { nameWithPlace } from '../../lib/name-with-place.ts';

export type Organisation = { id: number; label: string };
const ORGANISATIONS_MAX = 5;

export const whereApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What is found by a text, at a level, or what targets name. */
    where: build.query({ ...call(whereHttp.find), providesTags: ['Live', 'Company', 'Group', 'DeviceList'] }),
    /** For administrators: the people whose places there are. */
    findOrganisations: build.query({
      ...callFrom(usersAdminHttp.list, (q: string) => ({
        q,
        page: 1,
        page_size: ORGANISATIONS_MAX,
        sort: 'name' as const,
        admin_user_key: readUserKey(),
      })),
      transformResponse: (users: User[]): Organisation[] =>
        users.map(({ id, name, email }) => ({ id, label: `${name} (${email})` })),
      providesTags: ['Live', 'User'],
    }),
    getSavedSets: build.query({ ...call(savedPlacesHttp.list), providesTags: ['SavedPlace'] }),
    saveSet: build.mutation({ ...call(savedPlacesHttp.save), invalidatesTags: ['SavedPlace'] }),
    removeSavedSet: build.mutation({ ...call(savedPlacesHttp.remove), invalidatesTags: ['SavedPlace'] }),
  }),
});

export const {
  useWhereQuery,
  useFindOrganisationsQuery,
  useGetSavedSetsQuery,
  useSaveSetMutation,
  useRemoveSavedSetMutation,
} = whereApi;

/** `Brightwater / North / Harbour Market`: the one name of a place and of a loudspeaker, with all that is above it. */
export const fullName = ({ path, name }: Pick<WhereItem, 'path' | 'name'>): string =>
  path === '' ? name : `${path} / ${name}`;

/** `Harbour Market / Entrance`: a loudspeaker is never shown without its place. */
export const shortName = ({ kind, path, name }: Pick<WhereItem, 'kind' | 'path' | 'name'>): string =>
  kind === 'loudspeaker' ? nameWithPlace(path, name) : name;
