import {
  savedFilterSchema,
  type ChangeFilterBody,
  type SavedFilter,
  type SaveFilterBody,
} from '@belfry/schemas/http/devices/saved-filters';
import { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';

const URL = '/devices/saved-filters';

/** Filters of the fleet under a name, on the server, for the signed-in user. */
const savedFiltersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSavedFilters: build.query<SavedFilter[], void>({
      query: () => URL,
      rawResponseSchema: lenient(z.array(savedFilterSchema)),
      providesTags: ['SavedFilter'],
    }),
    saveFilter: build.mutation<SavedFilter, SaveFilterBody>({
      query: (body) => ({ url: URL, method: 'POST', body }),
      rawResponseSchema: lenient(savedFilterSchema),
      invalidatesTags: ['SavedFilter'],
    }),
    changeFilter: build.mutation<SavedFilter, { id: number; change: ChangeFilterBody }>({
      query: ({ id, change }) => ({ url: `${URL}/${id}`, method: 'PUT', body: change }),
      rawResponseSchema: lenient(savedFilterSchema),
      invalidatesTags: ['SavedFilter'],
    }),
    deleteFilter: build.mutation<unknown, number>({
      query: (id) => ({ url: `${URL}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['SavedFilter'],
    }),
  }),
});

export const { useGetSavedFiltersQuery, useSaveFilterMutation, useChangeFilterMutation, useDeleteFilterMutation } =
  savedFiltersApi;
