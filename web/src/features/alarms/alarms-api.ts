import { ALARM_KINDS, ALARM_STATES } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { type Alarm, alarmsHttp, type AlarmsQuery } from '@belfry/schemas/http/alarms/alarms';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage } from '../../lib/api/call.ts';
import { addressFilters } from '../../lib/list-address.ts';

export const alarmsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAlarmsPage: build.query({
      ...callPage(alarmsHttp.list, (query: AlarmsQuery) => query),
      providesTags: ['Alarm', 'Live'],
    }),
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

export function useAlarmSummary({ skip = false } = {}) {
  const { data } = useKnownSummary();
  const isChecking = data !== undefined && data.checking_since !== null;
  const pollingInterval = isChecking ? POLL_CHECKING_MS : POLL_MS;
  return useSummary(undefined, { skip, pollingInterval, skipPollingIfUnfocused: true });
}

export const secondsSince = (at: string, now: number): number =>
  Math.max(0, Math.round((now - Date.parse(at)) / 1_000));

/** `uncleared`: all that are not over. */
export const STATE_CHOICES = ['uncleared', ...ALARM_STATES] as const;
export const KIND_CHOICES = ['all', ...ALARM_KINDS] as const;
/** This severity and higher ones; from the lowest on it is all. */
export const SEVERITY_CHOICES = ['all', 'medium', 'high', 'critical'] as const satisfies ('all' | AlarmSeverity)[];

/** The filters of the alarms in the address; each invalid one falls back alone. */
export const alarmFilters = addressFilters(
  z.object({
    state: z.enum(STATE_CHOICES).catch('uncleared'),
    kind: z.enum(KIND_CHOICES).catch('all'),
    severity: z.enum(SEVERITY_CHOICES).catch('all'),
    /** 0: everywhere. */
    node: z.coerce.number().int().min(0).catch(0),
  }),
);
export type AlarmFilters = typeof alarmFilters.defaults;

export const askedOf = ({ state, kind, severity, node }: AlarmFilters): Omit<AlarmsQuery, 'page' | 'page_size'> => ({
  ...(state !== 'uncleared' && { state }),
  ...(kind !== 'all' && { kind }),
  ...(severity !== 'all' && { severity }),
  ...(node !== 0 && { company_id: node }),
});

/** The node that the address names, which every tab of the screen is about; null: none. */
export const nodeOf = (address: URLSearchParams): number | null => {
  const node = alarmFilters.read(address)?.node ?? 0;
  return node === 0 ? null : node;
};

export const isFiltered = (filters: AlarmFilters): boolean => Object.keys(askedOf(filters)).length > 0;

const idSchema = z.coerce.number().int().min(1);
/** The id of the alarm that the address opens, or null. */
export const openAlarmOf = (address: URLSearchParams): number | null =>
  idSchema.safeParse(address.get('alarm') ?? undefined).data ?? null;

/** Where it is: the place with the one above it, otherwise its devices; nothing where it is about a whole organisation or the installation. */
export function whereOf({
  place,
  above,
  devices,
  device_count,
}: Pick<Alarm, 'place' | 'above' | 'devices' | 'device_count'>): string | null {
  if (place !== null) return above === null ? place : `${above} / ${place}`;
  const [first] = devices;
  if (first === undefined) return null;
  return device_count > 1 ? `${first} +${device_count - 1}` : first;
}
