import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { nanoid } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api.ts';
import { realtimeApi } from '../api/realtime-api.ts';
import { selectSession } from '../api/session-slice.ts';
import { readUserKey } from '../lib/session-store.ts';
import { createLiveClient, type LiveClient } from '../mqtt/client.ts';
import { connectionChanged } from '../mqtt/connection-slice.ts';
import { openMqttSocket, type SocketCredentials } from '../mqtt/socket.ts';
import { createStream } from '../mqtt/stream.ts';
import { createStore, type AppStore } from './store.ts';

/** Tells this tab from the person's others; a connection of the same tab takes its own old one over. */
const TAB_ID = nanoid();

/** A first connection that took no longer missed nothing worth fetching again. */
const UNNOTICED_GAP_MS = 2_000;

/** Composes store, live connection and stream, and keeps them in step with who is signed in. */
export function createLiveStore(): { store: AppStore; client: LiveClient } {
  const client = createLiveClient({
    open: openMqttSocket(() => credentials(store)),
    onState: (state) => store.dispatch(connectionChanged(state)),
    onConnected: ({ ms, first }) => {
      if (!first || ms > UNNOTICED_GAP_MS) store.dispatch(baseApi.util.invalidateTags(['Live']));
    },
  });
  const store = createStore(createStream(client));
  followSession(store, client);
  // Polling rests while the page is not looked at.
  setupListeners(store.dispatch);
  globalThis.addEventListener('online', client.hurry);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && client.hurry());
  return { store, client };
}

/** Asked anew for every connection: the address may change, and a dead key is noticed here (401). */
async function credentials(store: AppStore): Promise<SocketCredentials> {
  const session = selectSession(store.getState());
  const password = readUserKey();
  if (!session || !password) throw new Error('nobody is signed in');
  const { url } = await store
    .dispatch(realtimeApi.endpoints.getRealtime.initiate(undefined, { forceRefetch: true, subscribe: false }))
    .unwrap();
  return { url, clientId: consoleClientId(session.user_id, TAB_ID), username: String(session.user_id), password };
}

/** Connects while somebody is signed in; another person gets another connection. */
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
