import { grantsHttp } from '@belfry/schemas/http/grants';
import { baseApi } from '../../lib/api/base-api.ts';
import { call } from '../../lib/api/call.ts';

/** Refetched also after an error: somebody else may have decided. */
const CHANGED = [
  'Member',
  'ApiKey',
  'Webhook',
  'HomeAssistant',
  'Scenario',
  'Trigger',
  'Schedule',
  'Company',
  'Alarm',
] as const;

const grantsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStoppedGrants: build.query({ ...call(grantsHttp.stopped), providesTags: ['Live', ...CHANGED] }),
    takeOverGrant: build.mutation({ ...call(grantsHttp.takeOver), invalidatesTags: [...CHANGED] }),
    keepGrant: build.mutation({ ...call(grantsHttp.keep), invalidatesTags: [...CHANGED] }),
    endGrant: build.mutation({ ...call(grantsHttp.end), invalidatesTags: [...CHANGED] }),
    getOwnGrants: build.query({ ...call(grantsHttp.own), providesTags: ['Profile', ...CHANGED] }),
    reviewGrants: build.mutation({ ...call(grantsHttp.review), invalidatesTags: [...CHANGED] }),
  }),
});

export const {
  useGetStoppedGrantsQuery,
  useTakeOverGrantMutation,
  useKeepGrantMutation,
  useEndGrantMutation,
  useGetOwnGrantsQuery,
  useReviewGrantsMutation,
} = grantsApi;
