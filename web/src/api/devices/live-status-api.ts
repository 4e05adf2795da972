import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { skipToken } from '@reduxjs/toolkit/query';
import { baseApi } from '../base/base-api.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';

/** Null until the device's status, retained or new, has been received. */
type LiveStatus = { status: DeviceStatus | null };

const liveStatusApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The status of a device that is shown; it comes from MQTT only, nothing is fetched. */
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

/** The last status that a device has published; until then `known`, with which the page was loaded. */
export function useLiveStatus(serial: Serial | null, known: DeviceStatus | null): DeviceStatus | null {
  const { data } = useGetLiveStatusQuery(serial ?? skipToken);
  return data?.status ?? known;
}
