import type { Serial } from '@belfry/schemas/domain/serial';
import { wallHttp, type DeviceWall, type WallDevice } from '@belfry/schemas/http/devices/wall';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../../lib/api/base-api.ts';
import { callFrom } from '../../../lib/api/call.ts';
import { liveEndpoint } from '../../../lib/mqtt/live-endpoint.ts';
import type { DeviceFilters } from '../filters/device-filter-values.ts';
import { listQueryOf } from '../devices-api.ts';

/** By serial number, so that a message finds its device at once. */
export type Wall = { total: number; order: Serial[]; devices: Record<Serial, WallDevice> };
export type WallQuery = Omit<DeviceFilters, 'page_size' | 'sort'>;

/** Page size and order are no filters. */
export const wallQueryOf = ({ page_size: _size, sort: _sort, ...filters }: DeviceFilters): WallQuery => filters;

/** Above this number of devices one filter for all devices costs less than one for each. */
const SINGLE_FILTERS_MAX = 100;

const wallApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The state of up to 1,000 devices, live. */
    getWall: build.query<Wall, WallQuery>({
      ...callFrom(wallHttp.wall, listQueryOf),
      transformResponse: ({ total, devices }: DeviceWall) => ({
        total,
        order: devices.map(({ serial }) => serial),
        devices: Object.fromEntries(devices.map((device) => [device.serial, device])),
      }),
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Wall, WallQuery>({
        filtersOf: ({ order }) =>
          order.length > SINGLE_FILTERS_MAX ? [filters.allStatuses] : order.map(topics.status),
        apply: ({ devices }, message) => {
          if (message.kind !== 'status') return;
          const device = devices[message.serial];
          if (device) device.status = message.payload.status;
        },
      }),
    }),
  }),
});

export const { useGetWallQuery } = wallApi;
