import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../lib/api/base-api.ts';
import { sessionSlice } from '../lib/session/session-slice.ts';
import type { LiveExtra } from '../lib/mqtt/live-endpoint.ts';
import { connectionSlice } from '../lib/mqtt/connection-slice.ts';
import type { Stream } from '../lib/mqtt/stream.ts';

const rootReducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [connectionSlice.reducerPath]: connectionSlice.reducer,
});

/** The store of one page. Components are notified once per animation frame, after all patches of the frame. */
export function createStore(stream: Stream) {
  const extraArgument: LiveExtra = { stream };
  return configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument } }).concat(baseApi.middleware, stream.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];
