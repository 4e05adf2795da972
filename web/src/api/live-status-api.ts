import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { skipToken } from '@reduxjs/toolkit/query';
import { baseApi } from './base-api.ts';
import { liveEndpoint } from '../mqtt/live-endpoint.ts';

/** Null until the device, or its retained status, has said it. */
type Heard = { status: DeviceStatus | null };

const liveStatusApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a device says about its status while it is looked at; nothing is fetched. */
    hearStatus: build.query<Heard, Serial>({
      queryFn: () => ({ data: { status: null } }),
      ...liveEndpoint<Heard, Serial>({
        filtersOf: (_heard, serial) => [topics.status(serial)],
        apply: (heard, message) => {
          if (message.kind === 'status') heard.status = message.payload.status;
        },
      }),
    }),
  }),
});

const { useHearStatusQuery } = liveStatusApi;

/** What a device that is on screen last said of its status, until then what the page was loaded with. */
export function useLiveStatus(serial: Serial | null, known: DeviceStatus | null): DeviceStatus | null {
  const { data } = useHearStatusQuery(serial ?? skipToken);
  return data?.status ?? known;
}
