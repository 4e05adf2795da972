import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, unlessFailed } from '../../../lib/api/call.ts';

export const favoritesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The last added first. */
    getFavorites: build.query({ ...call(voiceFavoritesHttp.list), providesTags: ['Favorite', 'Voice', 'Live'] }),
    addFavorite: build.mutation({
      ...call(voiceFavoritesHttp.add),
      // A voice that no longer exists must not be offered again.
      invalidatesTags: (_answer, error) => (error ? (error.status === 404 ? ['Voice'] : []) : ['Favorite']),
    }),
    removeFavorite: build.mutation({
      ...call(voiceFavoritesHttp.remove),
      invalidatesTags: unlessFailed('Favorite'),
    }),
  }),
});

export const { useGetFavoritesQuery, useAddFavoriteMutation, useRemoveFavoriteMutation } = favoritesApi;
