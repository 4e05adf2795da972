import { pushHttp } from '@belfry/schemas/http/mail/push';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom } from '../../../lib/api/call.ts';

const ofBrowser = (subscription_id: number) => ({ subscription_id });

// A browser ends with its session, so both lists are fetched again together.
export const pushApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPushKey: build.query(call(pushHttp.key)),
    getPushBrowsers: build.query({ ...call(pushHttp.list), providesTags: ['Session'] }),
    addPushBrowser: build.mutation({ ...call(pushHttp.subscribe), invalidatesTags: ['Session'] }),
    renewPushBrowser: build.mutation(call(pushHttp.renew)),
    testPushBrowser: build.mutation({ ...callFrom(pushHttp.test, ofBrowser), invalidatesTags: ['Session'] }),
    removePushBrowser: build.mutation({ ...callFrom(pushHttp.remove, ofBrowser), invalidatesTags: ['Session'] }),
  }),
});

export const {
  useLazyGetPushKeyQuery,
  useGetPushBrowsersQuery,
  useAddPushBrowserMutation,
  useRenewPushBrowserMutation,
  useTestPushBrowserMutation,
  useRemovePushBrowserMutation,
} = pushApi;
