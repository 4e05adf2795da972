import { sessionSchema, type Session } from '@belfry/schemas/http/sessions';
import type { LookupLanguage } from '@belfry/schemas/http/lookups';
import { z } from 'zod';
import { baseApi } from '../../api/base-api.ts';

const listSchema = z.array(sessionSchema.strip());

export const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /auth/sessions: the sign-ins that still hold, the newest use first; places in this language. */
    getSessions: build.query<Session[], LookupLanguage>({
      query: (lang) => `auth/sessions?lang=${lang}`,
      transformResponse: (answer) => listSchema.parse(answer),
      providesTags: ['Session'],
    }),
    /** DELETE /auth/sessions/{id}: whoever sits there is signed out at once. */
    revokeSession: build.mutation<unknown, number>({
      query: (id) => ({ url: `auth/sessions/${id}`, method: 'DELETE' }),
      // Also after a refusal: the list was wrong then.
      invalidatesTags: ['Session'],
    }),
    /** DELETE /auth/sessions: every one but this. */
    revokeOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: 'auth/sessions', method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const { useGetSessionsQuery, useRevokeSessionMutation, useRevokeOtherSessionsMutation } = sessionsApi;
