import { alertFeedsHttp } from '@belfry/schemas/http/alert-feeds';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callPage } from '../../lib/api/call.ts';

export const alertFeedsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getFeedAlerts: build.query({
      ...callPage(alertFeedsHttp.alerts, (query: { id: number; page: number; page_size: number }) => query),
      providesTags: ['Live', 'Trigger'],
    }),
    previewAlertFeed: build.mutation(call(alertFeedsHttp.preview)),
  }),
});

export const { usePreviewAlertFeedMutation } = alertFeedsApi;
