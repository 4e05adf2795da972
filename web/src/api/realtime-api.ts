import { realtimeAnswerSchema } from '@belfry/schemas/http/auth';
import { baseApi } from './base/base-api.ts';

/** GET /realtime: the address of the MQTT WebSocket. */
export const realtimeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRealtime: build.query<{ url: string }, void>({
      query: () => 'realtime',
      transformResponse: (answer) => realtimeAnswerSchema.parse(answer),
    }),
  }),
});
