import type { Serial } from '@belfry/schemas/domain/serial';
import type { DeviceInfo } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { baseApi } from '../base/base-api.ts';
import { callFrom, reading } from '../base/call.ts';
import { applyToDevice, liveFilters } from './device-live.ts';
import { readableDeviceInfoSchema } from './readable-devices.ts';

export const deviceInfoApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** One device, live. */
    getDevice: build.query<DeviceInfo, Serial>({
      ...reading(
        callFrom(devicesHttp.info, (device: Serial) => ({ device })),
        readableDeviceInfoSchema,
      ),
      providesTags: (_device, _error, serial) => ['Live', { type: 'Device', id: serial }],
      ...liveEndpoint<DeviceInfo, Serial>({ filtersOf: liveFilters, apply: applyToDevice }),
    }),
  }),
});

export const { useGetDeviceQuery } = deviceInfoApi;
