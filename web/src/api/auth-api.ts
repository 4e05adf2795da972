import { profileSchema, type Profile } from '@belfry/schemas/http/auth';
import { revisionSchema } from '@belfry/schemas/http/revision';
import { z } from 'zod';
import { baseApi } from './base-api.ts';
import { writeProfileHints } from '../lib/session-store.ts';
import { readUtcOffset } from '../lib/utc-offset.ts';

const readableProfileSchema = profileSchema.strip().extend({
  utc_offset: z.unknown().optional().transform(readUtcOffset),
  // A date that is missing is told on the profile page (HOME-8).
  created_at: z.string().catch(''),
  revision: revisionSchema.catch(0),
  opened_by: profileSchema.shape.opened_by.catch(null),
});

/** A profile, as far as it is one; throws where it is none. */
export const readProfile = (answer: unknown): Profile => readableProfileSchema.parse(answer);

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** DELETE /auth/session: the key is dead afterwards. */
    logout: build.mutation<void, void>({ query: () => ({ url: 'auth/session', method: 'DELETE' }) }),
    /** GET /users/info: who is signed in. */
    getProfile: build.query<Profile, void>({
      query: () => 'users/info',
      // Later issues widen the profile; what this console does not know yet must not keep anybody out.
      transformResponse: (answer) => readProfile(answer),
      providesTags: ['Profile', 'Live'],
      onQueryStarted: async (_none, { queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) writeProfileHints(answer.data.email, answer.data.utc_offset);
      },
    }),
  }),
});

export const { useLogoutMutation, useGetProfileQuery } = authApi;
