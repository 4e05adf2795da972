import { sessionSchema, type Session } from '@belfry/schemas/http/accounts/sessions';
import type { LookupLanguage } from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

export const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /auth/sessions: the valid sessions by last use; places in this language. */
    getSessions: build.query<Session[], LookupLanguage>({
      query: (lang) => `auth/sessions?lang=${lang}`,
      rawResponseSchema: lenient(z.array(sessionSchema)),
      providesTags: ['Session'],
    }),
    /** DELETE /auth/sessions/{id}: signs that session out at once. */
    revokeSession: build.mutation<unknown, number>({
      query: (id) => ({ url: `auth/sessions/${id}`, method: 'DELETE' }),
      // Refetched after an error too: the session may have ended meanwhile.
      invalidatesTags: ['Session'],
    }),
    /** DELETE /auth/sessions: ends every other session. */
    revokeOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: 'auth/sessions', method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const { useGetSessionsQuery, useRevokeSessionMutation, useRevokeOtherSessionsMutation } = sessionsApi;
