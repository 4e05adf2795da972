import { newScheduleFeedSchema, scheduleFeedSchema } from '@belfry/schemas/http/schedules/schedules';
import type { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';

const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /schedules/feed: when the iCalendar link was made; null: there is none. */
    getFeed: build.query<z.infer<typeof scheduleFeedSchema>, void>({
      query: () => '/schedules/feed',
      rawResponseSchema: lenient(scheduleFeedSchema),
      providesTags: ['Schedule'],
    }),
    /** POST /schedules/feed: a new link, which replaces the former one and is shown only now. */
    makeFeed: build.mutation<z.infer<typeof newScheduleFeedSchema>, void>({
      query: () => ({ url: '/schedules/feed', method: 'POST' }),
      rawResponseSchema: lenient(newScheduleFeedSchema),
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
