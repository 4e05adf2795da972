import { timelineHttp, type Timeline } from '@belfry/schemas/http/device-timeline/timeline';
import type { TimelineType } from '@belfry/schemas/http/device-timeline/timeline-positions';
import type { Serial } from '@belfry/schemas/domain/serial';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom } from '../../lib/api/call.ts';
import type { ApiDispatch } from '../../lib/api/refetch-now.ts';
import type { LiveExtra } from '../../lib/mqtt/live-endpoint.ts';
import { followTimeline } from './follow-timeline.ts';

export type TimelineArg = {
  serial: Serial;
  /** Empty: all. */
  types: readonly TimelineType[];
  /** The id of the entry with which the list begins; null: the newest. */
  start: string | null;
};
/** The id of the last entry of the page before; null for the first page. */
type PageParam = string | null;
type TimelinePage = { queryArg: TimelineArg; pageParam: PageParam };

const KEEP_UNUSED_S = 5;

export const timelineApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Pages, the newest entry first. A message of the device refetches those that are loaded. */
    getTimeline: build.infiniteQuery<Timeline, TimelineArg, PageParam>({
      ...callFrom(timelineHttp.read, ({ queryArg: { serial, types, start }, pageParam }: TimelinePage) => ({
        serial,
        ...(types.length > 0 && { types: types.join(',') }),
        ...(pageParam === null ? start !== null && { from: start } : { before: pageParam }),
      })),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
      },
      providesTags: (_pages, _error, { serial }) => ['Live', { type: 'Timeline', id: serial }],
      keepUnusedDataFor: KEEP_UNUSED_S,
      async onCacheEntryAdded({ serial }, entry) {
        const loaded = await entry.cacheDataLoaded.catch(() => null);
        if (!loaded) return;
        const stop = followTimeline(serial, {
          stream: (entry.extra as LiveExtra).stream,
          dispatch: entry.dispatch as ApiDispatch,
          requestId: () => entry.getCacheEntry().requestId,
        });
        await entry.cacheEntryRemoved;
        stop();
      },
    }),
  }),
});

export const { useGetTimelineInfiniteQuery } = timelineApi;
