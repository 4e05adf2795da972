import { baseApi } from '../../../api/base/base-api.ts';

const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /schedules/feed: when the iCalendar link was made; null: there is none. */
    getFeed: build.query<{ created_at: string | null }, void>({
      query: () => '/schedules/feed',
      providesTags: ['Schedule'],
    }),
    /** POST /schedules/feed: a new link, which replaces the former one and is shown only now. */
    makeFeed: build.mutation<{ path: string }, void>({
      query: () => ({ url: '/schedules/feed', method: 'POST' }),
      invalidatesTags: (_feed, error) => (error ? [] : ['Schedule']),
    }),
    /** DELETE /schedules/feed */
    revokeFeed: build.mutation<unknown, void>({
      query: () => ({ url: '/schedules/feed', method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Schedule']),
    }),
  }),
});

export const { useGetFeedQuery, useMakeFeedMutation, useRevokeFeedMutation } = feedApi;
