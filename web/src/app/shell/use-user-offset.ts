import { useGetProfileQuery } from '../../api/auth-api.ts';
import { readStoredOffset } from '../../lib/session-store.ts';
import { readUtcOffset } from '../../lib/utc-offset.ts';

/** Minutes east of UTC of who is signed in: of the profile, until it is there what the session remembers. */
export function useUserOffset(): number {
  const { offset } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ offset: data?.utc_offset }),
  });
  return offset ?? readUtcOffset(readStoredOffset());
}
