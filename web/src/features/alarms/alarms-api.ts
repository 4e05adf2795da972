import { type Alarm, type AlarmSummary, alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';
import { addressFilters } from '../../lib/list-address.ts';
import { nameWithPlace } from '../../lib/name-with-place.ts';

export const alarmsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAlarmSummary: build.query({ ...call(alarmsHttp.summary), providesTags: ['Alarm', 'Live'] }),
    getAlarm: build.query({
      ...callFrom(alarmsHttp.read, (id: number) => ({ alarm_id: id })),
      providesTags: ['Alarm', 'Live'],
    }),
    // Each is fetched again after an error too: somebody else may have taken care of it, or it is over.
    acknowledgeAlarm: build.mutation({ ...call(alarmsHttp.acknowledge), invalidatesTags: ['Alarm'] }),
    snoozeAlarm: build.mutation({ ...call(alarmsHttp.snooze), invalidatesTags: ['Alarm'] }),
    commentAlarm: build.mutation({ ...call(alarmsHttp.comment), invalidatesTags: ['Alarm'] }),
  }),
});

export const { useGetAlarmQuery, useAcknowledgeAlarmMutation, useSnoozeAlarmMutation, useCommentAlarmMutation } =
  alarmsApi;

const { useQuery: useSummary, useQueryState: useKnownSummary } = alarmsApi.endpoints.getAlarmSummary;
/** The summary is never older, also without the live connection; no event says that devices are judged again. */
const POLL_MS = 60_000;
const POLL_CHECKING_MS = 5_000;

/** Whether nobody has looked lately, or devices that were online have not been heard: none is shown as all right then. */
export const isUnknown = ({ watching, checking_since }: AlarmSummary): boolean => !watching || checking_since !== null;

export function useAlarmSummary({ skip = false } = {}) {
  const { data } = useKnownSummary();
  const isChecking = data !== undefined && isUnknown(data);
  const pollingInterval = isChecking ? POLL_CHECKING_MS : POLL_MS;
  return useSummary(undefined, { skip, pollingInterval, skipPollingIfUnfocused: true });
}

export const secondsSince = (at: string, now: number): number =>
  Math.max(0, Math.round((now - Date.parse(at)) / 1_000));

const nodeFilter = addressFilters(z.object({ node: z.coerce.number().int().min(0).catch(0) }));

/** The place that the address names; null: none. */
export const nodeOf = (address: URLSearchParams): number | null => nodeFilter.read(address)?.node || null;

/** Where it is: the place with the one above it, otherwise its devices; nothing where it is about a whole organisation or the installation. */
export function whereOf({
  place,
  path,
  devices,
  device_count,
}: Pick<Alarm, 'place' | 'path' | 'devices' | 'device_count'>): string | null {
  if (place !== null) return nameWithPlace(path, place);
  const [first] = devices;
  if (first === undefined) return null;
  return device_count > 1 ? `${first} +${device_count - 1}` : first;
}
