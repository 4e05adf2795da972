import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import { nanoid } from '@reduxjs/toolkit';
import { selectSession } from '../lib/session/session-slice.ts';
import { readUserKey } from '../lib/session/session-store.ts';
import { openMqttSocket, type SocketCredentials } from '../lib/mqtt/socket.ts';
import type { OpenSocket } from '../lib/mqtt/connection.ts';
import type { AppStore } from './store.ts';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import { baseApi } from '../lib/api/base-api.ts';
import { call } from '../lib/api/call.ts';

/** Identifies this tab among those of the user, so that a reconnection takes over only the connection of the same tab. */
const TAB_ID = nanoid();

// What only a signed-in person needs of the live connection, with the contract of its messages. It is loaded with the first connection.

export { decode } from '../lib/mqtt/message.ts';

export const socketOf = (store: AppStore): OpenSocket => openMqttSocket(async () => fetchCredentials(store));

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
