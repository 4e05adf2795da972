import { useSelector } from 'react-redux';
import { selectConnection, type ConnectionSliceState } from './connection-slice.ts';

/** The state of the live connection; `stale`: the shown data are the last known, since `since` (ms). */
export function useConnection(): ConnectionSliceState & { stale: boolean } {
  const connection = useSelector(selectConnection);
  return { ...connection, stale: connection.state !== 'live' };
}
