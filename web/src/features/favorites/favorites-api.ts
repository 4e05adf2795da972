import { favoriteSchema, type favoriteBodySchema, type Favorite } from '@belfry/schemas/http/announcements/voices';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

type FavoriteBody = z.infer<typeof favoriteBodySchema>;

export const favoritesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /voices/favorites: the last added first. */
    getFavorites: build.query<Favorite[], void>({
      query: () => 'voices/favorites',
      rawResponseSchema: lenient(z.array(favoriteSchema)),
      providesTags: ['Favorite', 'Voice', 'Live'],
    }),
    addFavorite: build.mutation<unknown, FavoriteBody>({
      query: (body) => ({ url: 'voices/voice/favorite', method: 'POST', body }),
      // A voice that no longer exists must not be offered again.
      invalidatesTags: (_answer, error) => (error ? (error.status === 404 ? ['Voice'] : []) : ['Favorite']),
    }),
    removeFavorite: build.mutation<unknown, Pick<FavoriteBody, 'voice_name'>>({
      query: (body) => ({ url: 'voices/voice/favorite', method: 'DELETE', body }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Favorite']),
    }),
  }),
});

export const { useGetFavoritesQuery, useAddFavoriteMutation, useRemoveFavoriteMutation } = favoritesApi;
