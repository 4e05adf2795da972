import { deviceClaimSchema } from '@belfry/schemas/http/device-ownership/approvals';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, reading } from '../../lib/api/call.ts';
import { readableDeviceSchema } from '../../lib/api/readable-devices.ts';

const enrolmentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** An unknown device waits for its first connection, one without a pass for approval. */
    registerDevice: build.mutation({
      ...reading(call(enrolmentHttp.register), z.union([readableDeviceSchema, deviceClaimSchema])),
      invalidatesTags: (registered) => (registered ? ['DeviceList', 'Approval'] : []),
    }),
  }),
});

export const { useRegisterDeviceMutation } = enrolmentApi;
