import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import { baseApi } from './base/base-api.ts';
import { call } from './base/call.ts';

/** The address of the MQTT WebSocket. */
export const realtimeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRealtime: build.query({ ...call(realtimeHttp.socket) }),
  }),
});
