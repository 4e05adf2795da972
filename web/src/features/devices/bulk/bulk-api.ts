import { bulkHttp } from '@belfry/schemas/http/devices/bulk';
import { baseApi } from '../../../api/base/base-api.ts';
import { call } from '../../../api/base/call.ts';

const bulkApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Changes nothing. */
    previewBulk: build.query({ ...call(bulkHttp.preview), keepUnusedDataFor: 0 }),
    changeDevices: build.mutation({
      ...call(bulkHttp.change),
      invalidatesTags: (answer) => (answer ? ['DeviceList', 'Device', 'Group', 'Company'] : []),
    }),
  }),
});

export const { usePreviewBulkQuery, useChangeDevicesMutation } = bulkApi;
