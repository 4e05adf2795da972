import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../lib/api/base-api.ts';
import { selectSession } from '../lib/session/session-slice.ts';
import { readUserKey } from '../lib/session/session-store.ts';
import { openMqttSocket, type SocketCredentials } from '../lib/mqtt/socket.ts';
import { decode } from '../lib/mqtt/message.ts';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { nanoid } from '@reduxjs/toolkit';
import { call } from '../lib/api/call.ts';
import { createLiveClient, type LiveClient } from '../lib/mqtt/client.ts';
import { connectionChanged } from '../lib/mqtt/connection-slice.ts';
import { createStream } from '../lib/mqtt/stream.ts';
import { createStore, type AppStore } from './store.ts';
import { createContext } from 'react';

/** Identifies this tab among those of the user, so that a reconnection takes over only the connection of the same tab. */
const TAB_ID = nanoid();

/** Nothing is refetched after a first connection that took no longer. */
const UNNOTICED_GAP_MS = 2_000;

export function createLiveStore(): { store: AppStore; client: LiveClient } {
  const refetch = (): void => void store.dispatch(baseApi.util.invalidateTags(['Live']));
  const client = createLiveClient({
    open: openMqttSocket(async () => fetchCredentials(store)),
    decode,
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

/** Requested again for every connection: the address may change, and an invalid key is detected here (401). */
async function fetchCredentials(store: AppStore): Promise<SocketCredentials> {
  const session = selectSession(store.getState());
  const password = readUserKey();
  if (!session || !password) throw new Error('nobody is signed in');
  const { url, retains } = await store
    .dispatch(realtimeApi.endpoints.getRealtime.initiate(undefined, { forceRefetch: true, subscribe: false }))
    .unwrap();
  return {
    url,
    retains,
    clientId: consoleClientId(session.user_id, TAB_ID),
    username: String(session.user_id),
    password,
  };
}

/** The address of the MQTT WebSocket. */
const realtimeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRealtime: build.query({ ...call(realtimeHttp.socket) }),
  }),
});

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
