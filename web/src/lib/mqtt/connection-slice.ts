import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ConnectionState } from './connection.ts';
import { useSelector } from 'react-redux';

type ConnectionSliceState = { state: ConnectionState; since: number };

/** The state of the live connection; `since` (ms since the epoch) is the time of its last change. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState: (): ConnectionSliceState => ({ state: 'connecting', since: Date.now() }),
  reducers: {
    connectionChanged: {
      prepare: (state: ConnectionState) => ({ payload: { state, at: Date.now() } }),
      reducer: (slice, { payload }: PayloadAction<{ state: ConnectionState; at: number }>) => {
        if ((slice.state === 'live') !== (payload.state === 'live')) slice.since = payload.at;
        slice.state = payload.state;
      },
    },
  },
  selectors: { selectConnection: (slice) => slice },
});

export const { connectionChanged } = connectionSlice.actions;
const { selectConnection } = connectionSlice.selectors;

/** The state of the live connection; `stale`: the shown data are the last known, since `since` (ms). */
export function useConnection(): ConnectionSliceState & { stale: boolean } {
  const connection = useSelector(selectConnection);
  return { ...connection, stale: connection.state !== 'live' };
}
