import type { Serial } from '@belfry/schemas/domain/serial';
import { soundTestsHttp } from '@belfry/schemas/http/sound-tests';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom } from '../../lib/api/call.ts';

const soundTestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The newest first. The event `commands_changed` fetches it again. */
    getSoundTests: build.query({
      ...callFrom(soundTestsHttp.list, (serial: Serial) => ({ serial })),
      providesTags: (_tests, _error, serial) => ['Live', { type: 'Command', id: serial }],
    }),
  }),
});

export const { useGetSoundTestsQuery } = soundTestsApi;
