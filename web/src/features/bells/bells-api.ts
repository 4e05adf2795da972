import { bellsHttp, type BellWeek, type bellPaintSchema } from '@belfry/schemas/http/bells/bells';
import {
  timetablesHttp,
  type BellSound,
  type timetableBodySchema,
  type timetablePatchSchema,
} from '@belfry/schemas/http/bells/timetables';
import type { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { askFor, call, callFrom, ownerParameter, unlessFailed } from '../../lib/api/call.ts';

export type TimetableBody = z.input<typeof timetableBodySchema>;
type Paint = z.input<typeof bellPaintSchema>;

const bellsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All of a user, by default one's own, by name. */
    getTimetables: build.query({
      ...callFrom(timetablesHttp.list, ownerParameter),
      providesTags: ['Live', 'Schedule'],
    }),
    addTimetable: build.mutation({
      ...callFrom(timetablesHttp.create, ({ body, owner }: { body: TimetableBody; owner: number | undefined }) => ({
        ...ownerParameter(owner),
        ...body,
      })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    editTimetable: build.mutation({
      ...callFrom(
        timetablesHttp.change,
        ({ id, change }: { id: number; change: z.input<typeof timetablePatchSchema> }) => ({ id, ...change }),
      ),
      // Refetched after an error too: somebody else may have changed the timetable.
      invalidatesTags: ['Schedule'],
    }),
    deleteTimetable: build.mutation({
      ...callFrom(timetablesHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['Schedule'],
    }),
    /** The bells of a node in the days of [from, to). */
    getBells: build.query({ ...call(bellsHttp.read), providesTags: ['Live', 'Schedule', 'Company'] }),
    saveBellWeek: build.mutation({
      ...callFrom(bellsHttp.week, ({ id, week }: { id: number; week: BellWeek | null }) => ({ company_id: id, week })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    paintBells: build.mutation({
      ...callFrom(bellsHttp.paint, ({ id, ...body }: Paint & { id: number }) => ({ company_id: id, ...body })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    copyBells: build.mutation({
      ...callFrom(bellsHttp.copy, ({ id, from }: { id: number; from: number }) => ({
        company_id: id,
        from_company_id: from,
      })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
    ringBell: build.mutation(
      callFrom(bellsHttp.ring, ({ id, sound }: { id: number; sound: BellSound }) => ({ company_id: id, sound })),
    ),
    /** Leaves out the bell of a local time at each of these nodes, rings it at another time, or as usual. */
    skipBell: build.mutation<null, { nodes: readonly number[]; at: string; skipped: boolean; moved_to?: string }>({
      queryFn: async ({ nodes, ...change }, _api, _options, ask) => {
        for (const company_id of nodes) {
          const { error } = await askFor(ask, call(bellsHttp.skip), { company_id, ...change });
          if (error) return { error };
        }
        return { data: null };
      },
      // Also after an error: some of the nodes may have it.
      invalidatesTags: ['Schedule', 'Company'],
    }),
    silenceBells: build.mutation({
      ...callFrom(bellsHttp.silence, ({ id, until }: { id: number; until: string | null }) => ({
        company_id: id,
        until,
      })),
      invalidatesTags: unlessFailed('Schedule'),
    }),
  }),
});
export const {
  useGetTimetablesQuery,
  useAddTimetableMutation,
  useEditTimetableMutation,
  useDeleteTimetableMutation,
  useGetBellsQuery,
  useSaveBellWeekMutation,
  usePaintBellsMutation,
  useCopyBellsMutation,
  useRingBellMutation,
  useSkipBellMutation,
  useSilenceBellsMutation,
} = bellsApi;
