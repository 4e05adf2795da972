import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { baseApi } from '../../lib/api/base-api.ts';
import { call } from '../../lib/api/call.ts';

/** What was not heard is said by no event once it is over, so the count is never older. */
const POLL_MS = 60_000;

const { useNeedsCountQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    needsCount: build.query({ ...call(needsHttp.count), providesTags: ['Announcement', 'Alarm', 'Live'] }),
  }),
});

/** How much needs the person; undefined until it is known. */
export const useNeeds = (): number | undefined => useCount().data?.needs;

/** Of these, what was said and not heard everywhere; undefined while nobody has counted. */
export function useUnheard(): number | undefined {
  const { data, isError } = useCount();
  return data?.unheard ?? (isError ? 0 : undefined);
}

const useCount = () => useNeedsCountQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
