import { useEffect, useRef } from 'react';

/** Returns the signal that is aborted when the component is unmounted, for requests whose result is not needed then. */
export function useUnmountSignal(): () => AbortSignal {
  const alive = useRef(new AbortController());
  useEffect(() => {
    // In strict mode effects run twice; the second run needs a signal that is not aborted.
    if (alive.current.signal.aborted) alive.current = new AbortController();
    const { current } = alive;
    return () => current.abort();
  }, []);
  return () => alive.current.signal;
}
