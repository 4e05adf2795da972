import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { skipToken } from '@reduxjs/toolkit/query';
import { baseApi } from './base-api.ts';
import { liveEndpoint } from '../mqtt/live-endpoint.ts';

/** Null until the device, or its retained status, has said it. */
type LiveStatus = { status: DeviceStatus | null };

const liveStatusApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a device says about its status while it is looked at; nothing is fetched. */
    getLiveStatus: build.query<LiveStatus, Serial>({
      queryFn: () => ({ data: { status: null } }),
      ...liveEndpoint<LiveStatus, Serial>({
        filtersOf: (_status, serial) => [topics.status(serial)],
        apply: (entry, message) => {
          if (message.kind === 'status') entry.status = message.payload.status;
        },
      }),
    }),
  }),
});

const { useGetLiveStatusQuery } = liveStatusApi;

/** What a device that is on screen last said of its status, until then what the page was loaded with. */
export function useLiveStatus(serial: Serial | null, known: DeviceStatus | null): DeviceStatus | null {
  const { data } = useGetLiveStatusQuery(serial ?? skipToken);
  return data?.status ?? known;
}
