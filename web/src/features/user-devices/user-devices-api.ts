import type { registerDeviceBodySchema } from '@belfry/schemas/http/devices/devices';
import { enrolmentHttp } from '@belfry/schemas/http/devices/enrolment';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { call } from '../../api/base/call.ts';

export type RegisterDevice = z.input<typeof registerDeviceBodySchema>;

const userDevicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** An unknown device waits for its first connection, one without a pass for approval. */
    registerDevice: build.mutation({
      ...call(enrolmentHttp.register),
      invalidatesTags: (registered) => (registered ? ['DeviceList', 'Approval'] : []),
    }),
  }),
});

export const { useRegisterDeviceMutation } = userDevicesApi;
