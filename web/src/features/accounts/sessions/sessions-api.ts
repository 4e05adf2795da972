import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { baseApi } from '../../../lib/api/base-api.ts';
import { call, callFrom } from '../../../lib/api/call.ts';

const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSessions: build.query({
      ...callFrom(sessionsHttp.list, (lang: TextLanguage) => ({ lang })),
      providesTags: ['Session'],
    }),
    revokeSession: build.mutation({
      ...callFrom(sessionsHttp.end, (id: number) => ({ id })),
      // Refetched after an error too: the session may have ended.
      invalidatesTags: ['Session'],
    }),
    revokeOtherSessions: build.mutation({ ...call(sessionsHttp.endOthers), invalidatesTags: ['Session'] }),
  }),
});

export const { useGetSessionsQuery, useRevokeSessionMutation, useRevokeOtherSessionsMutation } = sessionsApi;
