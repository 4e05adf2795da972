import {
  bulkAnswerSchema,
  bulkPreviewSchema,
  type BulkAnswer,
  type BulkBody,
  type BulkPreview,
  type BulkPreviewBody,
} from '@belfry/schemas/http/devices/bulk';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';

const bulkApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /devices/bulk/preview: changes nothing. */
    previewBulk: build.query<BulkPreview, BulkPreviewBody>({
      query: (body) => ({ url: '/devices/bulk/preview', method: 'POST', body }),
      rawResponseSchema: lenient(bulkPreviewSchema),
      keepUnusedDataFor: 0,
    }),
    /** POST /devices/bulk */
    changeDevices: build.mutation<BulkAnswer, BulkBody>({
      query: (body) => ({ url: '/devices/bulk', method: 'POST', body }),
      rawResponseSchema: lenient(bulkAnswerSchema),
      invalidatesTags: (answer) => (answer ? ['DeviceList', 'Device', 'Group', 'Company'] : []),
    }),
  }),
});

export const { usePreviewBulkQuery, useChangeDevicesMutation } = bulkApi;
