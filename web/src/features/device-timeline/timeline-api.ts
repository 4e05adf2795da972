import { timelineHttp, type Timeline } from '@belfry/schemas/http/device-timeline/timeline';
import type { TimelineType } from '@belfry/schemas/http/device-timeline/timeline-positions';
import type { Serial } from '@belfry/schemas/domain/serial';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom } from '../../lib/api/call.ts';
import { type ApiDispatch, refetchNow } from '../../lib/api/refetch-now.ts';
import type { LiveExtra } from '../../lib/mqtt/live-endpoint.ts';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { LiveMessage } from '../../lib/mqtt/message.ts';

type TimelineArg = {
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

const timelineApi = baseApi.injectEndpoints({
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

/** The console receives a message before it is stored; the refetch is also limited to one in this time. */
export const STORED_AFTER_MS = 1_000;

type Deps = { stream: LiveExtra['stream']; dispatch: ApiDispatch; requestId: () => string | undefined };

/** A command with which a page reads its contents leaves no entry; see CMD-27. */
const isOfPage = (message: LiveMessage): boolean => message.kind === 'commands' && message.payload.background === true;

/** Refetches the timeline of a device after each of its messages that may have left an entry. @returns the undo */
export function followTimeline(serial: Serial, { stream, dispatch, requestId }: Deps): () => void {
  // After a fetch the stream repeats the messages of the last seconds, which must not cause another fetch.
  const seen = new WeakSet<LiveMessage>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const detach = stream.attach({
    filters: () => [
      topics.status(serial),
      topics.commands(serial),
      topics.responses(serial),
      topics.configReported(serial),
      topics.receipts(serial),
    ],
    fetchedBy: requestId,
    patch: (messages) => {
      const newMessages = messages.filter((message) => !message.retained && !seen.has(message) && !isOfPage(message));
      for (const message of newMessages) seen.add(message);
      if (newMessages.length === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(refetchNow([{ type: 'Timeline', id: serial }]));
      }, STORED_AFTER_MS);
    },
  });
  return () => {
    detach();
    clearTimeout(timer);
  };
}
