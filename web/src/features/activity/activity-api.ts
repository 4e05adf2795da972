import { type Activity, activityHttp, type ActivityQuery } from '@belfry/schemas/http/activity/activity';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom } from '../../lib/api/call.ts';

/** Changes and messages of others are not announced, so the newest page is asked for again after so many ms. */
export const POLL_MS = 15_000;

export type Asked = Partial<Pick<ActivityQuery, 'view' | 'company_id' | 'from' | 'to' | 'q' | 'limit'>>;
/** `next` of the page before; null for the first page. */
type PageParam = string | null;
type Page = { queryArg: Asked; pageParam: PageParam };

export const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Pages, the newest first. Events refetch those that are loaded. */
    getActivity: build.infiniteQuery<Activity, Asked, PageParam>({
      ...callFrom(activityHttp.list, ({ queryArg, pageParam }: Page) => ({
        ...queryArg,
        ...(pageParam !== null && { after: pageParam }),
      })),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ['Announcement', 'Scenario', 'Alarm', 'Run', 'Outbox', 'Live'],
    }),
  }),
});
export const { useGetActivityInfiniteQuery } = activityApi;
export const { useInfiniteQueryState: useLoadedActivity } = activityApi.endpoints.getActivity;
