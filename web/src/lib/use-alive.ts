import { useEffect, useRef } from 'react';

/** Gives the signal that is aborted when the screen is left: for work that is of no use to anybody then. */
export function useAlive(): () => AbortSignal {
  const alive = useRef(new AbortController());
  useEffect(() => {
    // Effects may run twice; the second time is a new life.
    if (alive.current.signal.aborted) alive.current = new AbortController();
    const { current } = alive;
    return () => current.abort();
  }, []);
  return () => alive.current.signal;
}
