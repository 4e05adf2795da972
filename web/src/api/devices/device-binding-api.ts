import { unbindDeviceBodySchema, type bindDeviceBodySchema, type Device } from '@belfry/schemas/http/devices/devices';
import type { z } from 'zod';
import type { ApiError } from '../base/api-error.ts';
import { baseApi, type Tag } from '../base/base-api.ts';

export type BindDevice = z.input<typeof bindDeviceBodySchema>;

/** Binding or unbinding a device changes the tree, the lists of devices and the groups. */
const MOVED: Tag[] = ['Company', 'Group', 'Device', 'DeviceList'];

/** The server's rule for a serial, with its texts; null for a serial that is right; see TREE-17. */
function unbindProblem(serial: string): ApiError | null {
  const { error } = unbindDeviceBodySchema.safeParse({ serial });
  const message = error?.issues[0]?.message;
  return message === undefined ? null : { status: 0, message, code: 'invalid_input', details: [] };
}

export const deviceBindingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/user/wait: the unbound devices of a user; those of another user for administrators only. */
    getWaitingDevices: build.query<Device[], number>({
      query: (user_id) => ({ url: '/devices/user/wait', params: { user_id } }),
      providesTags: ['Live', 'DeviceList'],
    }),
    /** POST /devices/bind/company/serial: to a node of type Device. */
    bindDevice: build.mutation<unknown, BindDevice>({
      query: (body) => ({ url: '/devices/bind/company/serial', method: 'POST', body }),
      invalidatesTags: (_done, error) => (error ? [] : MOVED),
    }),
    /** POST /devices/unbind/company/serial: nothing is sent without a serial. */
    unbindDevice: build.mutation<unknown, { serial: string }>({
      queryFn: ({ serial }, _api, _options, ask) => {
        const error = unbindProblem(serial);
        return error ? { error } : ask({ url: '/devices/unbind/company/serial', method: 'POST', body: { serial } });
      },
      invalidatesTags: (_done, error) => (error ? [] : MOVED),
    }),
  }),
});

export const { useGetWaitingDevicesQuery, useBindDeviceMutation, useUnbindDeviceMutation } = deviceBindingApi;
