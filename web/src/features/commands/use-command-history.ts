import { useEffect } from 'react';
import { RESULT_POLL_INTERVAL_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { currentCommand } from './command-log.ts';
import { useGetCommandHistoryQuery } from './commands-api.ts';

/** A time-out or an expiry is decided by the server and said by nobody on the wire, so it is asked for meanwhile. */
const POLL_MS = 3 * RESULT_POLL_INTERVAL_MS;

/** The last commands of a device, live, and the one that it is busy with. */
export function useCommandHistory(serial: Serial) {
  const { current: busy } = useGetCommandHistoryQuery(serial, {
    selectFromResult: ({ data }) => ({ current: currentCommand(data?.log ?? []) }),
  });
  const history = useGetCommandHistoryQuery(serial, { pollingInterval: busy ? POLL_MS : 0 });
  const { data, refetch } = history;
  const unheard = data?.unheard ?? 0;
  useEffect(() => {
    if (unheard > 0) void refetch();
  }, [unheard, refetch]);
  return { ...history, log: data?.log ?? [], current: busy };
}
