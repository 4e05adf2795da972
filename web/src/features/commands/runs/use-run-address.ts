import { useMemo } from 'react';
import { useAddress } from '../../../lib/address.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** `run=<id>`: the open run; `runs`: the list of runs. Kept in the address, so that a link opens it. */
export function useRunAddress() {
  const [address, setAddress] = useAddress();
  const actions = useMemo(() => {
    const show = (key: 'run' | 'runs' | null, value = '1'): void =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('run');
          next.delete('runs');
          if (key) next.set(key, value);
          return next;
        },
        { replace: key === null, preventScrollReset: true },
      );
    return {
      openRun: (id: string) => show('run', id),
      openRuns: () => show('runs'),
      close: () => show(null),
    };
  }, [setAddress]);
  const run = address.get('run');
  return { runId: run !== null && UUID.test(run) ? run : null, listed: address.has('runs'), ...actions };
}
