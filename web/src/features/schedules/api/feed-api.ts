import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, unlessFailed } from '../../../lib/api/call.ts';

const feedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** When the iCalendar link was made; null: there is none. */
    getFeed: build.query({ ...call(feedHttp.read), providesTags: ['Schedule'] }),
    /** A new link, which replaces the former one and is shown only now. */
    makeFeed: build.mutation({
      ...call(feedHttp.create),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    revokeFeed: build.mutation({
      ...call(feedHttp.remove),
      invalidatesTags: unlessFailed('Schedule'),
    }),
  }),
});

export const { useGetFeedQuery, useMakeFeedMutation, useRevokeFeedMutation } = feedApi;
