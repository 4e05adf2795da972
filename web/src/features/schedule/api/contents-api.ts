import type { Message, Playlist, Station } from '@belfry/schemas/http/library';
import { baseApi } from '../../../api/base/base-api.ts';

/** What a schedule or a window of the day programme plays. */
export type Content = { id: number; name: string };

const PAGE_SIZE = 500;
const listOf = (path: string) => ({ url: path, params: { page_size: PAGE_SIZE } });
const named = (all: readonly Content[]): Content[] => all.map(({ id, name }) => ({ id, name }));

/** The names of what is in the library. */
const contentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMessageNames: build.query<Content[], void>({
      query: () => listOf('/messages'),
      transformResponse: (all: Message[]) => named(all),
      providesTags: ['Library'],
    }),
    getPlaylistNames: build.query<Content[], void>({
      query: () => listOf('/playlists'),
      transformResponse: (all: Playlist[]) => named(all),
      providesTags: ['Library'],
    }),
    getStationNames: build.query<Content[], void>({
      query: () => listOf('/stations'),
      transformResponse: (all: Station[]) => named(all),
      providesTags: ['Library'],
    }),
  }),
});

export const { useGetMessageNamesQuery, useGetPlaylistNamesQuery, useGetStationNamesQuery } = contentsApi;
