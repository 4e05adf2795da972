import { announcementRunSchema, type AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { emergencyStateSchema, type EmergencyState, emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom, callReading, unlessFailed } from '../../../lib/api/call.ts';

type Names = { total: number; names: string[] };
export type ActiveEmergency = Pick<AnnouncementRun, 'run_id' | 'kind' | 'title' | 'devices'> & {
  counts: Record<string, number>;
  sent: number;
  sites: Names;
  away: Names;
};

const namesSchema = z
  .object({ total: z.int().catch(0), names: z.array(z.string()).catch([]) })
  .catch({ total: 0, names: [] });

/** Only the id is needed to end it. */
const activeSchema: z.ZodType<ActiveEmergency> = z.object({
  run_id: z.string(),
  kind: announcementRunSchema.shape.kind.catch('emergency'),
  title: z.string().catch(''),
  devices: z.int().catch(0),
  counts: z.record(z.string(), z.int()).catch({}),
  sent: z.int().catch(0),
  sites: namesSchema,
  away: namesSchema,
});

const readable = <T>(row: z.ZodType<T>): z.ZodType<T[]> =>
  z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((each) => {
        const { data } = row.safeParse(each);
        return data === undefined ? [] : [data];
      }),
    );

/** An emergency that cannot be read completely is shown and ended nevertheless; see ANN-11. */
const emergencyReadSchema: z.ZodType<Pick<EmergencyState, 'messages'> & { active: ActiveEmergency[] }> = z.object({
  messages: readable(emergencyStateSchema.shape.messages.element.strip()),
  active: readable(activeSchema),
});

const emergencyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEmergency: build.query({
      ...callReading(emergencyHttp.read, emergencyReadSchema),
      providesTags: ['Announcement', 'Library', 'Live'],
    }),
    getMissingEmergency: build.query({
      ...callFrom(emergencyHttp.missing, (id: number) => ({ id })),
      keepUnusedDataFor: 0,
    }),
    startEmergency: build.mutation({
      ...call(emergencyHttp.start),
      invalidatesTags: unlessFailed('Announcement'),
    }),
    allClear: build.mutation({
      ...callFrom(emergencyHttp.allClear, (runId: string) => ({ run_id: runId })),
      // Refetched after an error too: somebody else may have ended the emergency.
      invalidatesTags: ['Announcement'],
    }),
  }),
});

export const { useGetEmergencyQuery, useGetMissingEmergencyQuery, useStartEmergencyMutation, useAllClearMutation } =
  emergencyApi;
