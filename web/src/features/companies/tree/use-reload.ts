import { useState } from 'react';

/** Refetches the tree on request; `asked` from then until a refetch succeeds. */
export function useReload(refetch: () => Promise<{ isSuccess: boolean }>) {
  const [asked, setAsked] = useState(false);
  const reload = (): void => {
    setAsked(true);
    void refetch().then(({ isSuccess }) => isSuccess && setAsked(false));
  };
  return { asked, reload };
}
