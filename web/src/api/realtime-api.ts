import { realtimeAnswerSchema } from '@belfry/schemas/http/service/realtime';
import type { z } from 'zod';
import { baseApi } from './base/base-api.ts';
import { lenient } from './base/lenient.ts';

type Realtime = z.infer<typeof realtimeAnswerSchema>;

/** GET /realtime: the address of the MQTT WebSocket. */
export const realtimeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRealtime: build.query<Realtime, void>({
      query: () => 'realtime',
      rawResponseSchema: lenient(realtimeAnswerSchema),
    }),
  }),
});
