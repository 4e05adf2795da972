import { SAVED_PLACES_MAX, type SavedPlace, savedPlacesHttp } from '@belfry/schemas/http/live-pages/saved-places';
import { useState } from 'react';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call } from '../../../lib/api/call.ts';
import { type ListState, wholeList } from '../../../ui/lists/list-state.ts';

const savedPlacesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSavedPlaces: build.query({ ...call(savedPlacesHttp.list), providesTags: ['SavedPlace'] }),
    savePlace: build.mutation({ ...call(savedPlacesHttp.save), invalidatesTags: ['SavedPlace'] }),
    replacePlace: build.mutation({ ...call(savedPlacesHttp.replace), invalidatesTags: ['SavedPlace'] }),
    deletePlace: build.mutation({ ...call(savedPlacesHttp.remove), invalidatesTags: ['SavedPlace'] }),
  }),
});
const { useGetSavedPlacesQuery } = savedPlacesApi;
export const { useSavePlaceMutation, useReplacePlaceMutation, useDeletePlaceMutation } = savedPlacesApi;

export type SavedPlaces = {
  list: ListState<SavedPlace>;
  /** The one that the button speaks to; null: there is none yet. */
  chosen: SavedPlace | null;
  isFull: boolean;
  choose: (id: number) => void;
};

export function useSavedPlaces(): SavedPlaces {
  const query = useGetSavedPlacesQuery();
  const [chosenId, choose] = useState<number | null>(null);
  const list = wholeList(query, query.data);
  const rows = list.rows ?? [];
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows[0] ?? null;
  return { list, chosen, isFull: rows.length >= SAVED_PLACES_MAX, choose };
}
