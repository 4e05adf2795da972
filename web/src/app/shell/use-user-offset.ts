import { useGetProfileQuery } from '../../lib/session/auth-api.ts';
import { readStoredOffset } from '../../lib/session/session-store.ts';
import { readUtcOffset } from '../../lib/times.ts';

/** Minutes east of UTC of the signed-in user: of the profile, before it is loaded of session storage. */
export function useUserOffset(): number {
  const { offset } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ offset: data?.utc_offset }),
  });
  return offset ?? readUtcOffset(readStoredOffset());
}
