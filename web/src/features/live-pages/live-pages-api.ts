import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../lib/api/call.ts';

const livePagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPageSettings: build.query({ ...call(livePagesHttp.settings), providesTags: ['Live'] }),
    openPage: build.mutation({ ...call(livePagesHttp.open), invalidatesTags: unlessFailed('Announcement') }),
    closePage: build.mutation({
      ...callFrom(livePagesHttp.close, (page_id: string) => ({ page_id })),
      // Refetched after an error too: the page may have ended in the meantime.
      invalidatesTags: ['Announcement'],
    }),
  }),
});

export const { useGetPageSettingsQuery, useOpenPageMutation, useClosePageMutation } = livePagesApi;
