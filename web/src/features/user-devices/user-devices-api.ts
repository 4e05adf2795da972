import type { Device, registerDeviceBodySchema } from '@belfry/schemas/http/devices/devices';
import type { DeviceClaim } from '@belfry/schemas/http/devices/approvals';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';

export type RegisterDevice = z.input<typeof registerDeviceBodySchema>;

const userDevicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /devices/user/register: an unknown device waits for its first connection, one without a pass for approval. */
    registerDevice: build.mutation<Device | DeviceClaim, RegisterDevice>({
      query: (body) => ({ url: '/devices/user/register', method: 'POST', body }),
      invalidatesTags: (registered) => (registered ? ['DeviceList', 'Approval'] : []),
    }),
  }),
});

export const { useRegisterDeviceMutation } = userDevicesApi;
