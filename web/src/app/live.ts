import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../lib/api/base-api.ts';
import { selectSession } from '../lib/session/session-slice.ts';
import { createLiveClient, type LiveClient, type LiveClientDeps } from '../lib/mqtt/client.ts';
import { connectionChanged } from '../lib/mqtt/connection-slice.ts';
import type { OpenSocket } from '../lib/mqtt/connection.ts';
import { createStream } from '../lib/mqtt/stream.ts';
import { createStore, type AppStore } from './store.ts';
import { createContext } from 'react';

/** After a first connection that took no longer nothing is refetched. */
const UNNOTICED_GAP_MS = 2_000;

/** Creates store, live connection and stream, and updates them when another user signs in. */
export function createLiveStore(): { store: AppStore; client: LiveClient } {
  let decode: LiveClientDeps['decode'] | undefined;
  let open: OpenSocket | undefined;
  const refetch = (): void => void store.dispatch(baseApi.util.invalidateTags(['Live']));
  const client = createLiveClient({
    open: async (events) => {
      const loaded = await import('./live-connection.ts');
      decode = loaded.decode;
      open ??= loaded.socketOf(store);
      return open(events);
    },
    decode: (incoming, receivedAt) => decode?.(incoming, receivedAt) ?? null,
    onState: (state) => store.dispatch(connectionChanged(state)),
    onConnected: ({ ms, first }) => {
      if (!first || ms > UNNOTICED_GAP_MS) refetch();
    },
    onMissed: refetch,
  });
  const store = createStore(createStream(client));
  followSession(store, client);
  // Polling pauses while the page is hidden.
  setupListeners(store.dispatch);
  // Browsers keep a WebSocket whose network is lost, so it is checked then as well.
  for (const event of ['online', 'offline']) globalThis.addEventListener(event, client.reconnectNow);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && client.reconnectNow());
  return { store, client };
}

/** Connects while a user is signed in; another user gets a new connection. */
function followSession(store: AppStore, client: LiveClient): void {
  let last = selectSession(store.getState());
  if (last) client.start();
  store.subscribe(() => {
    const session = selectSession(store.getState());
    if (session === last) return;
    last = session;
    client.stop();
    if (session) client.start();
  });
}

/** The page's one live connection; only the shell needs it directly, features use live endpoints. */
export const LiveClientContext = createContext<LiveClient | null>(null);
