import type { Serial } from '@belfry/schemas/domain/serial';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { baseApi } from '../base/base-api.ts';
import { applyToDevice, liveFilters } from './device-live.ts';

export const deviceInfoApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/info/{serial}: one device, live. */
    getDevice: build.query<Device, Serial>({
      query: (serial) => `/devices/info/${serial}`,
      providesTags: (_device, _error, serial) => ['Live', { type: 'Device', id: serial }],
      ...liveEndpoint<Device, Serial>({ filtersOf: liveFilters, apply: applyToDevice }),
    }),
  }),
});

export const { useGetDeviceQuery } = deviceInfoApi;
