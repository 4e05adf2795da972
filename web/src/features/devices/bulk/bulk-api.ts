import type { BulkAnswer, BulkBody, BulkPreview, BulkPreviewBody } from '@belfry/schemas/http/devices/bulk';
import { baseApi } from '../../../api/base/base-api.ts';

const bulkApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /devices/bulk/preview: changes nothing. */
    previewBulk: build.query<BulkPreview, BulkPreviewBody>({
      query: (body) => ({ url: '/devices/bulk/preview', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    /** POST /devices/bulk */
    changeDevices: build.mutation<BulkAnswer, BulkBody>({
      query: (body) => ({ url: '/devices/bulk', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['DeviceList', 'Device', 'Group', 'Company'] : []),
    }),
  }),
});

export const { usePreviewBulkQuery, useChangeDevicesMutation } = bulkApi;
