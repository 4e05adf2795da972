import { useGetProfileQuery } from './auth-api.ts';

/** Whether an administrator works as this person, as the server says: what is the person's alone is refused then. */
export function useOpenedAs(): boolean {
  const { opened } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ opened: data?.opened_by != null }),
  });
  return opened;
}
