import type { Device } from '@belfry/schemas/http/devices/devices';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { z } from 'zod';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { baseApi, type Tag } from '../../../lib/api/base-api.ts';
import { askFor, call, callReading, reading, unlessFailed } from '../../../lib/api/call.ts';
import { readableDeviceSchema } from '../../../lib/api/readable-devices.ts';

/** Binding or unbinding a device changes the tree, the lists of devices and the groups. */
const MOVED: Tag[] = ['Company', 'Group', 'Device', 'DeviceList'];

/** The server's rule for a serial, with its texts; null for a serial that is right; see TREE-17. */
function unbindProblem(serial: string): ApiError | null {
  const { error } = bindingHttp.unbind.body.safeParse({ serial });
  const message = error?.issues[0]?.message;
  return message === undefined ? null : { status: 0, message, code: 'invalid_input', details: [] };
}

export const deviceBindingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The unbound devices of a user, and of nobody; those of another user and of nobody for administrators only. */
    getWaitingDevices: build.query({
      ...reading(call(devicesHttp.listWaiting), z.array(readableDeviceSchema)),
      providesTags: ['Live', 'DeviceList'],
    }),
    /** To a node of type Device. */
    bindDevice: build.mutation({
      ...callReading(bindingHttp.bind, readableDeviceSchema),
      invalidatesTags: unlessFailed(...MOVED),
    }),
    /** Nothing is sent without a serial. */
    unbindDevice: build.mutation<Device, { serial: string }>({
      queryFn: ({ serial }, _api, _options, ask) => {
        const error = unbindProblem(serial);
        return error ? { error } : askFor(ask, callReading(bindingHttp.unbind, readableDeviceSchema), { serial });
      },
      invalidatesTags: unlessFailed(...MOVED),
    }),
  }),
});

export const { useGetWaitingDevicesQuery, useBindDeviceMutation, useUnbindDeviceMutation } = deviceBindingApi;
