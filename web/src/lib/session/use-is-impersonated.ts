import { useGetProfileQuery } from './auth-api.ts';

/** Whether an administrator works in this account, as the server reports; actions of the owner alone are refused then. */
export function useIsImpersonated(): boolean {
  const { opened } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ opened: data?.opened_by != null }),
  });
  return opened;
}
